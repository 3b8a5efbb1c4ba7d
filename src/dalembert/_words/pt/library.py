"""Titles, summaries and texts of the library in Portuguese, by their English; # stands for a number."""

TITLES: dict[str, str] = {
    "Rod pendulum": "Pêndulo de barra",
    "Four-bar linkage": "Mecanismo de quatro barras",
    "Rod on springs with a hung mass": "Barra sobre molas com uma massa suspensa",
    "Geared drive train": "Transmissão com engrenagens",
    "Mass striking a yielding wall": "Massa que choca contra uma parede flexível",
    "Triple pendulum arm": "Braço de três elos",
    "Polar telescopic arm": "Braço telescópico em coordenadas polares",
    "Triple pendulum": "Pêndulo triplo",
    "Pendulum of N links": "Pêndulo de N elos",
    "Triple pendulum with its end pinned": "Pêndulo triplo com a extremidade articulada",
    "Pendulum on a spring and a damper in series": "Pêndulo com mola e amortecedor em série",
    "Conveyor": "Tapete transportador",
    "Circuit with a moving capacitor and a moving inductor": "Circuito com condensador e bobina móveis",
    "Blending tank, as printed (ill-posed)": "Tanque de mistura, tal como publicado (mal posto)",
    "Blending tank": "Tanque de mistura",
    "Pneumatic positioner, as printed (ill-posed)": "Posicionador pneumático, tal como publicado (mal posto)",
    "Pneumatic positioner": "Posicionador pneumático",
    "Andrews' squeezing mechanism": "Mecanismo de Andrews",
    "Pendulum in Cartesian coordinates": "Pêndulo em coordenadas cartesianas",
    "Slider crank with a spring and a damper": "Biela-manivela com mola e amortecedor",
    "N four-bar linkages in a row": "N mecanismos de quatro barras em fila",
    "Bricard's mechanism": "Mecanismo de Bricard",
    "Elastic beam of N segments": "Viga elástica de N segmentos",
    "Heavy top in Euler parameters": "Pião pesado em parâmetros de Euler",
    "Free rigid body in Euler parameters": "Corpo rígido livre em parâmetros de Euler",
    "Chaplygin's sleigh": "Trenó de Chaplygin",
    "Rolling disc": "Disco rolante",
    "Duffing's oscillator": "Oscilador de Duffing",
    "Kepler's ellipse": "Elipse de Kepler",
    "Bouncing ball": "Bola saltitante",
    "Block on a slope": "Bloco num plano inclinado",
    "Disc that slides, then rolls": "Disco que desliza e depois rola",
    "Stick and slip on a belt": "Aderência e deslizamento numa cinta",
    "Oscillator with dry friction": "Oscilador com atrito seco",
    "Newton's cradle of N balls": "Pêndulo de Newton com N esferas",
    "Rocking block": "Bloco oscilante",
    "Pad landing on a springy mat": "Placa que cai sobre um colchão elástico",
}
SUMMARIES: dict[str, str] = {
    "A uniform rod swinging about one end: three coordinates, two constraints": (
        "Uma barra homogénea que oscila em torno de uma extremidade: três coordenadas, dois vínculos"
    ),
    "A crank-rocker four-bar linkage: nine coordinates, eight constraints": (
        "Um quadrilátero manivela-balancim: nove coordenadas, oito vínculos"
    ),
    "A rod on two springs with a mass hung from it by a third: linear, three modes": (
        "Uma barra sobre duas molas com uma massa suspensa de uma terceira: linear, três modos"
    ),
    "A geared drive train: linear, highly oscillatory, with a rigid-body mode": (
        "Uma transmissão com engrenagens: linear, muito oscilatória, com um modo de corpo rígido"
    ),
    "A mass on a spring that strikes a yielding wall: impact, contact force, release": (
        "Uma massa com mola que choca contra uma parede flexível: choque, força de contacto, separação"
    ),
    "An arm of three links with a point mass on each": (
        "Um braço de três elos com uma massa pontual em cada um"
    ),
    "A telescopic arm in polar coordinates": "Um braço telescópico em coordenadas polares",
    "A triple pendulum of uniform links: chaotic": "Um pêndulo triplo de elos homogéneos: caótico",
    "A pendulum of N equal uniform links, 20 by default": (
        "Um pêndulo de N elos homogéneos iguais, 20 se nada for indicado"
    ),
    "A triple pendulum with its end pinned: three coordinates, two constraints": (
        "Um pêndulo triplo com a extremidade articulada: três coordenadas, dois vínculos"
    ),
    "A pendulum on a spring and a damper in series: a massless coordinate, singular mass matrix": (
        "Um pêndulo com mola e amortecedor em série: uma coordenada sem massa, matriz de massa singular"
    ),
    "A conveyor belt between two rollers: a massless coordinate fixed by a constraint": (
        "Um tapete transportador entre dois rolos: uma coordenada sem massa sujeita a um vínculo"
    ),
    "A circuit with a moving capacitor and inductor: displacement and flow constraints together": (
        "Um circuito com condensador e bobina móveis: vínculos holónomos e não holónomos em simultâneo"
    ),
    "A blending tank as printed: thermal, fluid, electrical, ill-posed": (
        "Um tanque de mistura tal como publicado: térmico, fluídico, elétrico, mal posto"
    ),
    "A blending tank with a stirring motor: fluid, thermal and electrical parts, an unknown torque": (
        "Um tanque de mistura com motor agitador: partes fluídicas, térmicas e elétricas, um binário "
        "incógnito"
    ),
    "A pneumatic positioner as printed: fluid, mechanical, electrical, ill-posed": (
        "Um posicionador pneumático tal como publicado: fluídico, mecânico, elétrico, mal posto"
    ),
    "A pneumatic positioner: fluid, mechanical and electrical parts, four unknown efforts": (
        "Um posicionador pneumático: partes fluídicas, mecânicas e elétricas, quatro esforços desconhecidos"
    ),
    "Andrews' squeezing mechanism: seven bodies, six constraints, one degree of freedom": (
        "Mecanismo de Andrews: sete corpos, seis vínculos, um grau de liberdade"
    ),
    "A point mass on a bar in Cartesian coordinates, with the numbers of three benchmarks": (
        "Uma massa pontual numa barra em coordenadas cartesianas, com os valores de três testes de referência"
    ),
    "A slider crank with a spring, a damper and a constant force, and its kinetic energy integrated": (
        "Uma biela-manivela com mola, amortecedor e força constante, com a integral da sua energia cinética"
    ),
    "Four-bar linkages in a row, 2 by default: singular where the rods lie flat": (
        "Mecanismos de quatro barras em fila, 2 se nada for indicado: singular quando as barras se alinham"
    ),
    "Bricard's mechanism: a spatial loop of six hinges that moves because a constraint is redundant": (
        "Mecanismo de Bricard: um laço espacial de seis articulações, móvel porque um vínculo é redundante"
    ),
    "A clamped elastic beam, 40 segments by default, pushed at its tip: stiff": (
        "Uma viga elástica encastrada de 40 segmentos, se nada for indicado, carregada na extremidade: "
        "numericamente rígida"
    ),
    "A fast heavy top in Euler parameters: four coordinates, one constraint": (
        "Um pião pesado rápido em parâmetros de Euler: quatro coordenadas, um vínculo"
    ),
    "A free rigid body in Euler parameters: a singular mass matrix made regular by its constraint": (
        "Um corpo rígido livre em parâmetros de Euler: matriz de massa singular, regularizada pelo vínculo"
    ),
    "A sleigh on a blade: one nonholonomic constraint": "Um trenó sobre uma lâmina: um vínculo não holónomo",
    "A thin disc rolling without slipping: two flow constraints, three constants of the motion": (
        "Um disco fino que rola sem deslizar: dois vínculos não holónomos, três constantes do movimento"
    ),
    "A mass on a hardening spring, solved by an elliptic function": (
        "Uma massa numa mola progressiva, resolvida por uma função elíptica"
    ),
    "A planet on an ellipse of eccentricity 0.6": "Um planeta numa elipse de excentricidade 0,6",
    "A ball that bounces on a floor ever faster until it rests: infinitely many impacts": (
        "Uma bola que salta cada vez mais rápido até parar: infinitos choques"
    ),
    "A block pushed up a slope: friction lets it stick there, or slide down again": (
        "Um bloco lançado plano acima: o atrito retém-no ou volta a deslizar"
    ),
    "A disc thrown without spin: it slides until friction has made it roll": (
        "Um disco lançado sem rotação: desliza até que o atrito o faz rolar"
    ),
    "A mass on a belt, held by a spring, that sticks and slips in turn": (
        "Uma massa sobre uma cinta, presa por uma mola, que adere e desliza alternadamente"
    ),
    "A mass on a spring with dry friction: it stops off centre after four half swings": (
        "Uma massa com mola e atrito seco: para após quatro meias oscilações, fora do centro"
    ),
    "Newton's cradle: one ball comes, one ball goes; five balls by default": (
        "Pêndulo de Newton: uma esfera chega, uma esfera sai; cinco esferas se nada for indicado"
    ),
    "A tall block that rocks from corner to corner, each impact taking its share of the speed": (
        "Um bloco alto que oscila de canto a canto; cada choque reduz a sua velocidade"
    ),
    "A pad that lands on a mat that yields and dissipates energy": (
        "Uma placa que cai sobre um colchão que cede e absorve energia"
    ),
}
TEXTS: dict[str, str] = {
    "friction force": "força de atrito",
    "coefficient of friction": "coeficiente de atrito",
    "point A, along x": "ponto A, segundo x",
    "point A, along y": "ponto A, segundo y",
    "point B, along x": "ponto B, segundo x",
    "point B, along y": "ponto B, segundo y",
    "point C, along x": "ponto C, segundo x",
    "point C, along y": "ponto C, segundo y",
    "initial position of the bellows": "posição inicial do fole",
    "initial position of the lever": "posição inicial da alavanca",
    "initial air": "volume inicial de ar no fole",
    "K# ends at P, along x": "K# termina em P, segundo x",
    "K# ends at P, along y": "K# termina em P, segundo y",
    "entropy balance of the tank": "balanço de entropia do tanque",
    "volume balance of the tank": "balanço de volume do tanque",
    "unit vector of hinge #": "vetor unitário da articulação #",
    "hinges # and # at right angles": "articulações # e # em ângulo reto",
    "rod from hinge # to hinge #, along x": "barra da articulação # à #, segundo x",
    "rod from hinge # to hinge #, along y": "barra da articulação # à #, segundo y",
    "rod from hinge # to hinge #, along z": "barra da articulação # à #, segundo z",
    "constant length of the bar": "comprimento constante da barra",
    "no lateral slip of the blade": "sem deslizamento lateral da lâmina",
    "no slip on the driven roller": "sem deslizamento no rolo motor",
    "no slip on the other roller": "sem deslizamento no outro rolo",
    "currents at the node": "correntes no nó",
    "centre of the crank, along x": "centro da manivela, segundo x",
    "centre of the coupler, along x": "centro do acoplador, segundo x",
    "centre of the rocker, along x": "centro do balancim, segundo x",
    "centre of the crank, along y": "centro da manivela, segundo y",
    "centre of the coupler, along y": "centro do acoplador, segundo y",
    "centre of the rocker, along y": "centro do balancim, segundo y",
    "closed loop, along x": "malha fechada, segundo x",
    "closed loop, along y": "malha fechada, segundo y",
    "closed loop": "malha fechada",
    "pin at the end, along x": "articulação da ponta, segundo x",
    "pin at the end, along y": "articulação da ponta, segundo y",
    "unit norm of the Euler parameters": "norma unitária dos parâmetros de Euler",
    "rack and pinion": "pinhão e cremalheira",
    "moved end of the lever": "extremidade deslocada da alavanca",
    "air flows at the junction": "caudais de ar na junção",
    "pivot, along x": "pivô, segundo x",
    "pivot, along y": "pivô, segundo y",
    "rolling without slip, along x": "rolamento sem deslizamento, segundo x",
    "rolling without slip, along y": "rolamento sem deslizamento, segundo y",
    "mass centre, along x": "centro de massa, segundo x",
    "mass centre, along y": "centro de massa, segundo y",
    "angle of the rod from the vertical": "ângulo da barra com a vertical",
    "angle of the crank": "ângulo da manivela",
    "angle of the coupler": "ângulo do acoplador",
    "angle of the rocker": "ângulo do balancim",
    "angle of the motor": "ângulo do motor",
    "angle of the load": "ângulo da carga",
    "angle of the stirrer": "ângulo do agitador",
    "angle of the pinion": "ângulo do pinhão",
    "angle of the driven roller": "ângulo do rolo motor",
    "angle of the other roller": "ângulo do outro rolo",
    "angle of gear #": "ângulo da engrenagem #",
    "displacement of the left end of the rod": "deslocamento da extremidade esquerda da barra",
    "displacement of the right end of the rod": "deslocamento da extremidade direita da barra",
    "displacement of the hung mass": "deslocamento da massa suspensa",
    "displacement of the mass": "deslocamento da massa",
    "displacement of the wall": "deslocamento da parede",
    "displacement of the load": "deslocamento da carga",
    "displacement of the belt at the driven roller (massless)": (
        "deslocamento da cinta no rolo motor (sem massa)"
    ),
    "angle of link # from the upward vertical": "ângulo do elo # com a vertical ascendente",
    "angle of link #": "ângulo do elo #",
    "distance of the sliding rod from the pivot": "distância da barra deslizante ao pivô",
    "angle of the arm above the horizontal": "ângulo do braço acima da horizontal",
    "displacement of the massless node": "deslocamento do nó sem massa",
    "height of the pivot": "altura do pivô",
    "angle of the pendulum from the vertical": "ângulo do pêndulo com a vertical",
    "displacement of the capacitor plate": "deslocamento da placa do condensador",
    "displacement of the inductor core": "deslocamento do núcleo da bobina",
    "charge through the source": "carga através da fonte",
    "charge on the fixed capacitor": "carga do condensador fixo",
    "charge through the inductor": "carga através da bobina",
    "charge through the motor": "carga através do motor",
    "volume through inlet #": "volume pela entrada #",
    "volume in the tank": "volume no tanque",
    "entropy through inlet #": "entropia pela entrada #",
    "entropy in the tank": "entropia no tanque",
    "end of the lever": "extremidade da alavanca",
    "flapper": "palheta do bocal",
    "displacement of the bellows": "deslocamento do fole",
    "air through the orifice": "ar pelo orifício",
    "air through the nozzle": "ar pelo bocal",
    "angle of K#": "ângulo de K#",
    "angle of K# relative to K#": "ângulo de K# relativo a K#",
    "position of the slider": "posição da corrediça",
    "angle of the rod": "ângulo da biela",
    "blade, along x": "lâmina, segundo x",
    "blade, along y": "lâmina, segundo y",
    "direction of the blade": "direção da lâmina",
    "contact point, along x": "ponto de contacto, segundo x",
    "contact point, along y": "ponto de contacto, segundo y",
    "direction of travel": "direção de avanço",
    "lean from the vertical": "inclinação em relação à vertical",
    "rolling angle": "ângulo de rolamento",
    "displacement along the slope": "deslocamento ao longo do plano inclinado",
    "distance from the slope": "distância ao plano inclinado",
    "displacement of the centre": "deslocamento do centro",
    "height of the centre": "altura do centro",
    "angle of rotation, positive when rolling along x": "ângulo de rotação, positivo ao rolar segundo x",
    "height above the belt": "altura acima da cinta",
    "height above the mat": "altura acima do colchão",
    "tilt of the block": "inclinação do bloco",
    "horizontal position": "posição horizontal",
    "angle of the ball": "ângulo da esfera",
    "# s, as first asked for by LIM with n = #": "# s, como proposto originalmente pelo LIM com n = #",
    "# s, as in the IFToMM collection; the rods lie flat several times": (
        "# s, como na coleção IFToMM; as barras alinham-se várias vezes"
    ),
    "K#: from A to K#": "K#: de A a K#",
    "K#: from A to its mass centre, across": "K#: de A ao centro de massa, transversal",
    "K#: from A to its mass centre, along": "K#: de A ao centro de massa, longitudinal",
    "K#: from B to P": "K#: de B a P",
    "K#: from B to its mass centre, across": "K#: de B ao centro de massa, transversal",
    "K#: from B to its mass centre, along": "K#: de B ao centro de massa, longitudinal",
    "K#: from B to the spring, across": "K#: de B à mola, transversal",
    "K#: from B to the spring, along": "K#: de B à mola, longitudinal",
    "K#: from O to its mass centre": "K#: de O ao centro de massa",
    "K#: from P to its mass centre": "K#: de P ao centro de massa",
    "K#: from the crank to P": "K#: da manivela a P",
    "K#: from the crank to its mass centre": "K#: da manivela ao centro de massa",
    "K#: length": "K#: comprimento",
    "K#: length of the crank": "K#: comprimento da manivela",
    "a fifth of the length of the rod": "um quinto do comprimento da barra",
    "air in the bellows": "ar no fole",
    "initial angle of the first ball": "ângulo inicial da primeira esfera",
    "angular velocity about each axis at the start": "velocidade angular inicial em torno de cada eixo",
    "initial angular velocity about each axis": "velocidade angular inicial à volta de cada eixo",
    "area of the bellows": "área do fole",
    "area of the bellows, in m^# (no unit: gamma# as printed has none that fits)": (
        "área do fole em m^# (sem unidade: nenhuma é compatível com gamma# tal como publicado)"
    ),
    "area of the orifice": "área do orifício",
    "tank bottom pressure": "pressão no fundo do tanque",
    "bellows": "fole",
    "bending stiffness": "rigidez à flexão",
    "capacitance times plate distance": "capacidade vezes distância entre placas",
    "command, relative to the initial position": "comando, em relação à posição inicial da alavanca",
    "damping of the damper": "constante do amortecedor",
    "damping of the bellows": "amortecimento do fole",
    "damping of the belt": "amortecimento da cinta",
    "damping of the mat": "amortecimento do colchão",
    "damping of the wall": "amortecimento da parede",
    "diameter of the nozzle": "diâmetro do bocal",
    "discharge coefficient of the nozzle": "coeficiente de descarga do bocal",
    "discharge coefficient of the orifice": "coeficiente de descarga do orifício",
    "drag of the fluid on the stirrer": "resistência do fluido ao agitador",
    "fluid drag on the stirrer": "arrasto do fluido no agitador",
    "eccentricity": "excentricidade",
    "fixed capacitance": "capacidade fixa",
    "flow constant of air": "constante de escoamento do ar",
    "fluid capacitance of the tank": "capacitância fluídica do tanque",
    "fluid resistance of inlet #": "resistência fluídica da entrada #",
    "constant force": "força constante",
    "force on the lever": "força na alavanca",
    "coefficient of friction at the corners": "coeficiente de atrito nos cantos",
    "coefficient of sliding friction": "coeficiente de atrito dinâmico",
    "coefficient of static friction": "coeficiente de atrito estático",
    "from the blade forward to the mass centre": "da lâmina para a frente até ao centro de massa",
    "from the fixed point to the mass centre": "do ponto fixo ao centro de massa",
    "gap between neighbours at rest": "folga entre esferas vizinhas em repouso",
    "gap when both are at zero": "folga quando ambas estão em zero",
    "gas constant of air": "constante do gás do ar",
    "gravitational constant times the mass of the sun": "constante de gravitação vezes a massa do sol",
    "gravity": "aceleração da gravidade",
    "gravity, along -y": "aceleração da gravidade, segundo −y",
    "gravity, along -z": "aceleração da gravidade, segundo −z",
    "gravity, along x": "aceleração da gravidade, segundo x",
    "ground, from (#, #) to (L#, #)": "base fixa, de (#, #) a (L#, #)",
    "slope of the inductance over x#": "declive da indutância em função de x#",
    "half its height": "metade da altura",
    "half its width": "metade da largura",
    "semi-major axis": "semieixo maior",
    "half the mass of the rod, a fifth of the hung mass": (
        "metade da massa da barra, um quinto da massa suspensa"
    ),
    "cubic stiffness of the spring": "rigidez cúbica da mola",
    "initial height": "altura inicial",
    "height of the bellows at z = #": "altura do fole em z = #",
    "step of the lever": "deslocamento da alavanca",
    "decrease of the restitution with the speed": "diminuição da restituição com a velocidade",
    "tank temperature": "temperatura no tanque",
    "inductance": "indutância",
    "inductance at x# = #": "indutância em x# = #",
    "inductance of the solenoid": "indutância do solenoide",
    "inertia about a diameter": "momento de inércia em relação a um diâmetro",
    "inertia about the axis": "momento de inércia em relação ao eixo",
    "inertia about the first axis": "momento de inércia em relação ao primeiro eixo",
    "inertia about the mass centre": "momento de inércia em relação ao centro de massa",
    "inertia about the mass centre, across": "momento de inércia transversal em relação ao centro de massa",
    "inertia about the second axis": "momento de inércia em relação ao segundo eixo",
    "inertia about the third axis": "momento de inércia em relação ao terceiro eixo",
    "inertia of K#": "momento de inércia de K#",
    "inertia of a uniform block": "momento de inércia de um bloco homogéneo",
    "inertia of a uniform disc": "momento de inércia de um disco homogéneo",
    "inertia of gear #": "momento de inércia da engrenagem #",
    "inertia of the crank": "momento de inércia da manivela",
    "inertia of the driven roller": "momento de inércia do rolo motor",
    "inertia of the load": "momento de inércia da carga",
    "inertia of the motor": "momento de inércia do motor",
    "inertia of the other roller": "momento de inércia do outro rolo",
    "inertia of the pinion": "momento de inércia do pinhão",
    "inertia of the rod": "momento de inércia da biela",
    "inertia of the stirrer": "momento de inércia do agitador",
    "position of the mass along link #": "posição da massa no elo #",
    "stiffness of its spring": "constante da sua mola",
    "time integral of the kinetic energy": "integral da energia cinética",
    "amplitude of the force on the tip, along -x and along y": (
        "amplitude da força na ponta, segundo −x e segundo y"
    ),
    "length": "comprimento",
    "length of a segment": "comprimento de um segmento",
    "length of each link": "comprimento de cada elo",
    "length of each rod": "comprimento de cada barra",
    "length of link #": "comprimento do elo #",
    "length of the coupler": "comprimento do acoplador",
    "length of the crank": "comprimento da manivela",
    "length of the massless bar": "comprimento da barra sem massa",
    "length of the pendulum": "comprimento do pêndulo",
    "length of the pivoted rod": "comprimento da barra articulada",
    "length of the rocker": "comprimento do balancim",
    "length of the rod": "comprimento da barra",
    "length of the sliding rod": "comprimento da barra deslizante",
    "length of the strings": "comprimento dos fios",
    "lever": "alavanca",
    "lever arm on the side of u": "braço da alavanca do lado de u",
    "lever arm on the side of z": "braço da alavanca do lado de z",
    "mass": "massa",
    "mass of K#, from K# to P": "massa de K#, de K# a P",
    "mass of K#, from the crank to P": "massa de K#, da manivela a P",
    "mass of K#, on A": "massa de K#, em A",
    "mass of K#, on B, with the spring": "massa de K#, em B, com a mola",
    "mass of K#, the crank": "massa de K#, a manivela",
    "mass of a segment": "massa de um segmento",
    "mass of each ball": "massa de cada esfera",
    "mass of each link": "massa de cada elo",
    "mass of each rod": "massa de cada barra",
    "mass of link #": "massa do elo #",
    "mass of the bellows' plate": "massa da placa do fole",
    "mass of the bob": "massa do pêndulo",
    "mass of the coupler": "massa do acoplador",
    "mass of the crank": "massa da manivela",
    "mass of the pad": "massa da placa",
    "mass of the pivoted rod": "massa da barra articulada",
    "mass of the planet": "massa do planeta",
    "mass of the rocker": "massa do balancim",
    "mass of the rod": "massa da barra",
    "mass of the slider": "massa da corrediça",
    "mass of the sliding rod": "massa da barra deslizante",
    "mass of the wall": "massa da parede",
    "mass on link #": "massa no elo #",
    "mass on the belt": "massa sobre a cinta",
    "natural length of the spring": "comprimento natural da mola",
    "number of balls": "número de esferas",
    "number of links": "número de elos",
    "number of loops": "número de laços",
    "number of segments": "número total de segmentos",
    "integral of the kinetic energy over time": "integral temporal da energia cinética",
    "length of the spring": "comprimento da mola",
    "opening of the nozzle": "abertura do bocal",
    "opening of the nozzle at y = #": "abertura do bocal em y = #",
    "pinned point, along y": "ponto articulado, segundo y",
    "pinned point, along x": "ponto articulado, segundo x",
    "plate distance at x# = #": "distância entre placas em x# = #",
    "initial pressure": "pressão inicial no fole",
    "pressure before inlet #": "pressão antes da entrada #",
    "pressure in the bellows": "pressão no fole",
    "pressure drop across the nozzle": "perda de pressão no bocal",
    "pressure drop across the orifice": "perda de pressão no orifício",
    "pressure of the atmosphere": "pressão atmosférica",
    "radius": "raio",
    "radius of each ball": "raio de cada esfera",
    "radius of the driven roller": "raio do rolo motor",
    "radius of the other roller": "raio do outro rolo",
    "radius of the pinion": "raio do pinhão",
    "released from the horizontal; the first mechanism of the IFToMM benchmarks": (
        "solto da horizontal; o primeiro mecanismo dos testes IFToMM"
    ),
    "released from the horizontal; this gravity makes the period # s": (
        "solto da horizontal; com esta gravidade o período é de # s"
    ),
    "resistance": "resistência",
    "resistance of the motor": "resistência do motor",
    "resistance of the solenoid": "resistência do solenoide",
    "coefficient of restitution": "coeficiente de restituição",
    "coefficient of restitution of slow impacts": "restituição dos choques lentos",
    "side of the square cross-section of the rods": "lado da secção quadrada das barras",
    "angle of the slope": "ângulo de inclinação",
    "source voltage": "tensão da fonte",
    "initial speed": "velocidade inicial",
    "landing speed": "velocidade de impacto",
    "speed of the belt": "velocidade da cinta",
    "initial speed of the blade": "velocidade inicial da lâmina",
    "initial speed of the top of the first rod": "velocidade inicial do topo da primeira barra",
    "initial spin": "rotação própria inicial",
    "stiffness of the spring": "rigidez da mola",
    "stiffness of the bellows": "constante elástica do fole",
    "stiffness of the wall": "constante elástica da parede",
    "stiffness of the spring to the wall": "constante da mola à parede",
    "stiffness of each spring": "rigidez de cada mola",
    "stiffness of shaft #": "rigidez do veio #",
    "stiffness of the belt": "rigidez da cinta",
    "stiffness of the mat": "rigidez do colchão",
    "supply pressure": "pressão de alimentação",
    "number of teeth of gear #": "número de dentes da engrenagem #",
    "temperature of inlet #, above the surroundings": "temperatura da entrada # acima do ambiente",
    "temperature of the air": "temperatura do ar",
    "temperature of the surroundings": "temperatura do ambiente",
    "temperature source": "fonte de temperatura",
    "temperature source in the tank": "fonte de temperatura no tanque",
    "rise above the surroundings": "temperatura acima do ambiente",
    "angular frequency of the force": "pulsação da força",
    "the index # test of MEBDFDAE": "o teste de índice # do MEBDFDAE",
    "thermal capacitance: entropy per temperature": "capacidade térmica: entropia por temperatura",
    "thermal resistance of inlet #": "resistência térmica da entrada #",
    "initial value of theta#": "valor inicial de theta#",
    "initial tilt": "inclinação inicial",
    "torque of the motor": "binário do motor",
    "torque constant of the motor": "constante de binário do motor",
    "torque on the crank": "binário na manivela",
    "torque on the driven roller": "binário no rolo motor",
    "torque constant": "constante de binário",
    "initial rate across the axis": "velocidade angular inicial transversal ao eixo",
    "initial angular velocity": "velocidade angular inicial",
    "two thirds of a turn": "dois terços de uma volta",
    "voltage of the motor": "tensão do motor",
    "voltage of the solenoid": "tensão do solenoide",
    "volume of air per weight": "volume específico do ar (por peso)",
    "weight of air per volume": "peso específico do ar",
    "time of the step": "instante do degrau",
    "switch-on time of the motor": "instante de ligação do motor",
    "Seven bodies in a plane. At the point P meet K# from the crank, K# from B, K# and K# from A.": (
        "Sete corpos num plano. No ponto P encontram-se K# vindo da manivela, K# vindo de B, e K# e K# "
        "vindos de A."
    ),
    "Five rods and the ground along the edges of a cube; the hinges lie along Y, Z, X, Y, Z, X.": (
        "Cinco barras e a base ao longo das arestas de um cubo; as articulações estão segundo Y, Z, X, Y, "
        "Z, X."
    ),
    "The top turns about a fixed point; its axis is the y axis of the body, its mass centre lies on it.": (
        "O pião gira em torno de um ponto fixo; o seu eixo é o eixo y do corpo, e nele está o centro de "
        "massa."
    ),
    "The planet starts at its perihelion; half of the long axis is # m, so it is back after # pi s.": (
        "O planeta parte do periélio; o semieixo maior é de # m, pelo que volta ao fim de # pi s."
    ),
    "Displacements are drawn # times larger than they are.": (
        "Os deslocamentos são desenhados # vezes maiores."
    ),
    "Gears that turn together stand side by side; a tooth is drawn as a tenth of a radius.": (
        "As engrenagens que rodam juntas estão lado a lado; um dente é desenhado como um décimo do raio."
    ),
    "The ball bounces ever faster, infinitely often, and comes to rest on the floor.": (
        "A bola salta cada vez mais rápido, infinitas vezes, e fica em repouso no chão."
    ),
    "blade": "lâmina",
    "coupler": "acoplador",
    "crank": "manivela",
    "rocker": "balancim",
    "rod": "barra",
    "load": "carga",
    "motor": "motor",
    "Displacements are drawn four times as large, and so is the pinion.": (
        "Os deslocamentos e o pinhão são desenhados quatro vezes maiores."
    ),
    "Displacements of the lever are drawn # times as large.": (
        "Os deslocamentos da alavanca são desenhados # vezes maiores."
    ),
    "bellows pressure": "pressão do fole",
    "core": "núcleo",
    "inlet #": "entrada #",
    "motor current": "corrente do motor",
    "nozzle": "bocal",
    "orifice": "orifício",
    "source current": "corrente da fonte",
    "temperature": "temperatura do tanque",
    "through inlet #": "pela entrada #",
    "voltage of c#": "tensão de c#",
}
