"""Messages about the equations and flaws of a model, in Portuguese."""

MESSAGES: dict[str, str] = {
    "step_from": "a partir de {name}",
    "step_branch_rising": (
        "a partir de {name}, a solução do lado da "
        "estimativa {effort} = {guess}, onde {name} cresce com {effort}"
    ),
    "step_branch_falling": (
        "a partir de {name}, a solução do lado da "
        "estimativa {effort} = {guess}, onde {name} decresce com {effort}"
    ),
    "effort_implicit": ("{effort} permanece implícito: {name} não é linear nem quadrática nele"),
    "effort_undecided": (
        "{effort} permanece implícito: as duas soluções de {name} estão "
        "à mesma distância da estimativa {guess}; é preciso outra"
    ),
    "effort_without_values": (
        "{effort} permanece implícito: qual das duas soluções de {name} "
        "vale depende de {names}, cujos valores não são conhecidos"
    ),
    "step_from_equation": "a partir da equação de {name}",
    "step_put_in": "substituindo {name}",
    "elimination_dependent_forces": (
        "não é possível: há forças que dependem de {names}, que seriam eliminadas"
    ),
    "elimination_not_finite": "não é possível: onde os vínculos se cumprem as equações não são finitas",
    "equations_not_written_out": "escritas por extenso, as definições deste modelo são longas demais",
    "conserved_momentum": "momento conjugado de {name}",
    "conserved_cyclic": "{name} é cíclica: não aparece em L e nenhuma outra força atua sobre ela",
    "conserved_energy": "energia",
    "conserved_timeless": "nada depende explicitamente do tempo, dissipa nem realiza trabalho",
    "conserved_between_jumps": "{why} (entre os eventos e impulsos que mudam o estado)",
    "conserved_between_impacts": "{why} (entre impactos)",
    "conserved_jacobi": "integral de Jacobi",
    "conserved_jacobi_why": "L não contém o tempo; não é T + V",
    "form_no_christoffel": "C_matrix não existe: M depende das velocidades",
    "form_skew": (
        "M depende do tempo: M' - 2 C_matrix é antissimétrica a menos da sua derivada temporal explícita"
    ),
    "form_not_linear_in_gravity": (
        "as equações não são lineares em {name}; indique o parâmetro da gravidade com --gravity NAME"
    ),
    "note_mesh": (
        "{name} {source}: volume {volume} m³, massa {mass} kg, centro de massa"
        " ({centre}) m, inércia em torno dele {inertia} kg m²"
    ),
    "note_mesh_file": "de {file} ({count} triângulos, {x} × {y} × {z} m)",
    "note_mesh_typed": "segundo as suas propriedades",
    "flaw_bodies_not_drawn": (
        "os {count} corpos não são desenhados: no máximo {most} são desenhados automaticamente"
    ),
    "flaw_no_value": "o parâmetro {name} não tem valor",
    "flaw_effort_idle": "o esforço {name} não realiza trabalho e não influencia o movimento",
    "flaw_flat_constraint": (
        "o vínculo {name} não tem efeito no início: as suas derivadas em relação a {names} são nulas aí"
    ),
    "flaw_flat_effort": (
        "o vínculo de esforço {name} não determina {names}: onde é zero, a sua derivada também o é, como num"
        " quadrado"
    ),
    "flaw_effort_count": "há {count} vínculos de esforço ({names}) para {efforts} esforços desconhecidos",
    "flaw_too_many_equations": (
        "{equations} são {count} equações só para {unknowns}: sobram {more}, pelo que se contradizem ou se"
        " repetem"
    ),
    "flaw_no_t_end": "não é indicado o tempo final",
    "elimination_too_large": "grande demais para este relatório: {count} coordenadas",
    "flaw_unknown_key": "{name} não é conhecido aqui",
    "flaw_no_point": "na cena não há nenhum ponto {name}",
    "in_english": "mensagem do programa, em inglês: “{sentence}”",
    "equal": "{name} = {value}",
    "equal_in": "{name} = {value} {unit}",
    "value_of": "{name}: {value}",
    "from_to": "{name} = {low} … {high}",
    "list_of_one": "{name}",
    "list_end": "{first} e {last}",
    "equation_of": "a equação de {names}",
    "equations_of": "as equações de {names}",
    "form_implicit": "implícita: uma inversa de {count} linhas encheria páginas",
    "form_needs_bodies": (
        "os balanços da quantidade de movimento precisam de corpos: escreva [bodies] e [joints] em "
        "vez das energias, ou ao lado delas com {energies}"
    ),
    "form_other_forces": (
        "a carga sobre {names} não é nem uma força num corpo nem a ação de uma junta que roda ou desliza"
    ),
    "form_no_hinge": (
        "não há balanço em relação a {names}, porque uma junta deste tipo não tem eixos fixos: {form}"
        " contém as suas reações"
    ),
    "form_hinges_guided": (
        "em {names} atuam outras reações que não as das suas juntas, e os momentos em relação às "
        "articulações contêm-nas"
    ),
    "form_no_gibbs_appell": "T não é quadrática nas velocidades, pelo que não há energia das acelerações",
    "form_agrees_with_lagrange": (
        "as equações coincidem com as de Lagrange em {points} pontos, com um erro de {error}"
    ),
    "form_agrees": (
        "as equações de Newton-Euler, Kane e Lagrange dão as mesmas acelerações em {points} "
        "estados, com um erro de {error}"
    ),
    "form_agrees_hinges": (
        "os momentos em relação às articulações e as equações de Newton-Euler, Kane e Lagrange dão as"
        " mesmas acelerações em {points} estados, com um erro de {error}"
    ),
    "form_agrees_kinematics": (
        "os movimentos são os das posições, derivadas automaticamente, em {points} pontos aleatórios,"
        " com um erro de {error}"
    ),
    "form_not_compared": "não há nenhum estado em que comparar os balanços com as equações de Lagrange",
    "form_contacts": (
        "a folga de {names} não é feita de pontos de corpos: não se sabe onde atua a sua força"
    ),
    "form_no_inverse": "implícita: M⁻¹ não é escrita por extenso",
    "form_zero_elsewhere": "toda a coordenada e velocidade que não é indicada vale zero aí",
    "form_massless": "a matriz de massas é singular: {name} não tem energia cinética",
    "form_massless_several": "a matriz de massas é singular: {names} não têm energia cinética",
    "form_singular": (
        "a matriz de massas é singular: alguma combinação de velocidades não tem energia cinética"
    ),
    "form_dependent_forces": (
        "as forças dependem de {names}, que são incógnitas das equações: esta forma não existe"
    ),
    "form_not_quadratic": (
        "T não é quadrática nas velocidades, pelo que estas não se podem obter dos momentos"
    ),
    "form_not_linear": "não há forma linear neste ponto: {name} salta aí",
    "form_not_finite": "as equações não são finitas neste ponto; escolha outro, por exemplo --at {name}=0.1",
    "form_no_gravity": "não há nenhum parâmetro {name} que possa ser a gravidade",
    "flaw_no_unknown": (
        "{equation} não contém nenhuma incógnita que pudesse determinar: é contraditória ou trivial"
    ),
    "flaw_no_unknown_left": (
        "{equations} são {count} equações e não lhes resta nenhuma incógnita: sobram {count}, pelo que se"
        " contradizem ou se repetem"
    ),
    "flaw_stands_only_in": "{name} aparece só em {equations}",
    "flaw_stands_nowhere": "{name} não aparece em nenhuma equação que a pudesse determinar",
    "flaw_stand_only_in": "{names} aparecem só em {equations}: nada determina {count} delas",
    "flaw_stand_nowhere": "{names} não aparecem em nenhuma equação que as pudesse determinar",
    "loop_joint": (
        "a junta {names} fecha um laço: as suas condições são vínculos, e as outras juntas têm as "
        "coordenadas; escreva {loop} noutra junta do laço para que seja essa a fechá-lo"
    ),
    "loop_joints": (
        "as juntas {names} fecham laços: as suas condições são vínculos, e as outras juntas têm as "
        "coordenadas; escreva {loop} noutra junta de um laço para que seja essa a fechá-lo"
    ),
}
