"""Titles, summaries and texts of the library in Spanish, by their English; # stands for a number."""

TITLES: dict[str, str] = {
    "Rod pendulum": "Péndulo de barra",
    "Four-bar linkage": "Mecanismo de cuatro barras",
    "Rod on springs with a hung mass": "Barra sobre muelles con una masa colgada",
    "Geared drive train": "Tren de transmisión con engranajes",
    "Mass striking a yielding wall": "Masa que choca contra una pared flexible",
    "Triple pendulum arm": "Brazo de tres eslabones",
    "Polar telescopic arm": "Brazo telescópico en coordenadas polares",
    "Triple pendulum": "Péndulo triple",
    "Pendulum of N links": "Péndulo de N eslabones",
    "Triple pendulum with its end pinned": "Péndulo triple con el extremo articulado",
    "Pendulum on a spring and a damper in series": "Péndulo con muelle y amortiguador en serie",
    "Conveyor": "Cinta transportadora",
    "Circuit with a moving capacitor and a moving inductor": "Circuito con condensador y bobina móviles",
    "Blending tank, as printed (ill-posed)": "Tanque de mezcla, tal como se publicó (mal planteado)",
    "Blending tank": "Tanque de mezcla",
    "Pneumatic positioner, as printed (ill-posed)": (
        "Posicionador neumático, tal como se publicó (mal planteado)"
    ),
    "Pneumatic positioner": "Posicionador neumático",
    "Andrews' squeezing mechanism": "Mecanismo de Andrews",
    "Pendulum in Cartesian coordinates": "Péndulo en coordenadas cartesianas",
    "Slider crank with a spring and a damper": "Biela-manivela con muelle y amortiguador",
    "N four-bar linkages in a row": "N mecanismos de cuatro barras en fila",
    "Bricard's mechanism": "Mecanismo de Bricard",
    "Elastic beam of N segments": "Viga elástica de N segmentos",
    "Heavy top in Euler parameters": "Trompo pesado en parámetros de Euler",
    "Free rigid body in Euler parameters": "Sólido rígido libre en parámetros de Euler",
    "Chaplygin's sleigh": "Trineo de Chaplygin",
    "Rolling disc": "Disco rodante",
    "Duffing's oscillator": "Oscilador de Duffing",
    "Kepler's ellipse": "Elipse de Kepler",
    "Bouncing ball": "Pelota que bota",
    "Block on a slope": "Bloque en un plano inclinado",
    "Disc that slides, then rolls": "Disco que desliza y después rueda",
    "Stick and slip on a belt": "Adherencia y deslizamiento sobre una cinta",
    "Oscillator with dry friction": "Oscilador con rozamiento seco",
    "Newton's cradle of N balls": "Cuna de Newton con N bolas",
    "Rocking block": "Bloque basculante",
    "Pad landing on a springy mat": "Placa que cae sobre una colchoneta elástica",
}
SUMMARIES: dict[str, str] = {
    "A uniform rod swinging about one end: three coordinates, two constraints": (
        "Una barra homogénea que oscila en torno a un extremo: tres coordenadas, dos ligaduras"
    ),
    "A crank-rocker four-bar linkage: nine coordinates, eight constraints": (
        "Un cuadrilátero manivela-balancín: nueve coordenadas, ocho ligaduras"
    ),
    "A rod on two springs with a mass hung from it by a third: linear, three modes": (
        "Una barra sobre dos muelles con una masa colgada de un tercero: lineal, tres modos"
    ),
    "A geared drive train: linear, highly oscillatory, with a rigid-body mode": (
        "Un tren de transmisión con engranajes: lineal, muy oscilatorio, con un modo de sólido rígido"
    ),
    "A mass on a spring that strikes a yielding wall: impact, contact force, release": (
        "Una masa con muelle que choca contra una pared flexible: choque, fuerza de contacto, separación"
    ),
    "An arm of three links with a point mass on each": (
        "Un brazo de tres eslabones con una masa puntual en cada uno"
    ),
    "A telescopic arm in polar coordinates": "Un brazo telescópico en coordenadas polares",
    "A triple pendulum of uniform links: chaotic": "Un péndulo triple de eslabones homogéneos: caótico",
    "A pendulum of N equal uniform links, 20 by default": (
        "Un péndulo de N eslabones homogéneos iguales, 20 si no se indica otra cosa"
    ),
    "A triple pendulum with its end pinned: three coordinates, two constraints": (
        "Un péndulo triple con el extremo articulado: tres coordenadas, dos ligaduras"
    ),
    "A pendulum on a spring and a damper in series: a massless coordinate, singular mass matrix": (
        "Un péndulo con muelle y amortiguador en serie: una coordenada sin masa, matriz de masas singular"
    ),
    "A conveyor belt between two rollers: a massless coordinate fixed by a constraint": (
        "Una cinta transportadora entre dos rodillos: una coordenada sin masa sujeta a una ligadura"
    ),
    "A circuit with a moving capacitor and inductor: displacement and flow constraints together": (
        "Un circuito con condensador y bobina móviles: ligaduras holónomas y no holónomas a la vez"
    ),
    "A blending tank as printed: thermal, fluid, electrical, ill-posed": (
        "Un tanque de mezcla tal como se publicó: térmico, fluídico, eléctrico, mal planteado"
    ),
    "A blending tank with a stirring motor: fluid, thermal and electrical parts, an unknown torque": (
        "Un tanque de mezcla con motor agitador: partes fluídicas, térmicas y eléctricas, un par incógnita"
    ),
    "A pneumatic positioner as printed: fluid, mechanical, electrical, ill-posed": (
        "Un posicionador neumático tal como se publicó: fluídico, mecánico, eléctrico, mal planteado"
    ),
    "A pneumatic positioner: fluid, mechanical and electrical parts, four unknown efforts": (
        "Un posicionador neumático: partes fluídicas, mecánicas y eléctricas, cuatro esfuerzos incógnita"
    ),
    "Andrews' squeezing mechanism: seven bodies, six constraints, one degree of freedom": (
        "Mecanismo de Andrews: siete cuerpos, seis ligaduras, un grado de libertad"
    ),
    "A point mass on a bar in Cartesian coordinates, with the numbers of three benchmarks": (
        "Una masa puntual en una barra en coordenadas cartesianas, con los valores de tres pruebas de "
        "referencia"
    ),
    "A slider crank with a spring, a damper and a constant force, and its kinetic energy integrated": (
        "Una biela-manivela con muelle, amortiguador y fuerza constante, con la integral de su energía "
        "cinética"
    ),
    "Four-bar linkages in a row, 2 by default: singular where the rods lie flat": (
        "Mecanismos de cuatro barras en fila, 2 si no se indica otra cosa: singular cuando las barras se "
        "alinean"
    ),
    "Bricard's mechanism: a spatial loop of six hinges that moves because a constraint is redundant": (
        "Mecanismo de Bricard: un lazo espacial de seis articulaciones, móvil porque una ligadura es "
        "redundante"
    ),
    "A clamped elastic beam, 40 segments by default, pushed at its tip: stiff": (
        "Una viga elástica empotrada de 40 segmentos, si no se indica otra cosa, cargada en el extremo: "
        "rígida numéricamente"
    ),
    "A fast heavy top in Euler parameters: four coordinates, one constraint": (
        "Un trompo pesado rápido en parámetros de Euler: cuatro coordenadas, una ligadura"
    ),
    "A free rigid body in Euler parameters: a singular mass matrix made regular by its constraint": (
        "Un sólido rígido libre en parámetros de Euler: matriz de masas singular, regularizada por la "
        "ligadura"
    ),
    "A sleigh on a blade: one nonholonomic constraint": (
        "Un trineo sobre una cuchilla: una ligadura no holónoma"
    ),
    "A thin disc rolling without slipping: two flow constraints, three constants of the motion": (
        "Un disco delgado que rueda sin deslizar: dos ligaduras no holónomas, tres constantes del movimiento"
    ),
    "A mass on a hardening spring, solved by an elliptic function": (
        "Una masa en un muelle progresivo, resuelta con una función elíptica"
    ),
    "A planet on an ellipse of eccentricity 0.6": "Un planeta en una elipse de excentricidad 0,6",
    "A ball that bounces on a floor ever faster until it rests: infinitely many impacts": (
        "Una pelota que bota cada vez más deprisa hasta quedar en reposo: infinitos choques"
    ),
    "A block pushed up a slope: friction lets it stick there, or slide down again": (
        "Un bloque lanzado cuesta arriba: el rozamiento lo retiene o vuelve a deslizar"
    ),
    "A disc thrown without spin: it slides until friction has made it roll": (
        "Un disco lanzado sin rotación: desliza hasta que el rozamiento lo hace rodar"
    ),
    "A mass on a belt, held by a spring, that sticks and slips in turn": (
        "Una masa sobre una cinta, sujeta por un muelle, que se adhiere y desliza alternadamente"
    ),
    "A mass on a spring with dry friction: it stops off centre after four half swings": (
        "Una masa con muelle y rozamiento seco: se detiene tras cuatro semioscilaciones, fuera del centro"
    ),
    "Newton's cradle: one ball comes, one ball goes; five balls by default": (
        "Cuna de Newton: una bola llega, una bola sale; cinco bolas si no se indica otra cosa"
    ),
    "A tall block that rocks from corner to corner, each impact taking its share of the speed": (
        "Un bloque alto que bascula de esquina a esquina; cada choque reduce su velocidad"
    ),
    "A pad that lands on a mat that yields and dissipates energy": (
        "Una placa que cae sobre una colchoneta que cede y absorbe energía"
    ),
}
TEXTS: dict[str, str] = {
    "friction force": "fuerza de rozamiento",
    "coefficient of friction": "coeficiente de rozamiento",
    "point A, along x": "punto A, según x",
    "point A, along y": "punto A, según y",
    "point B, along x": "punto B, según x",
    "point B, along y": "punto B, según y",
    "point C, along x": "punto C, según x",
    "point C, along y": "punto C, según y",
    "initial position of the bellows": "posición inicial del fuelle",
    "initial position of the lever": "posición inicial de la palanca",
    "initial air": "volumen inicial de aire en el fuelle",
    "K# ends at P, along x": "K# termina en P, según x",
    "K# ends at P, along y": "K# termina en P, según y",
    "entropy balance of the tank": "balance de entropía del tanque",
    "volume balance of the tank": "balance de volumen del tanque",
    "unit vector of hinge #": "vector unitario de la articulación #",
    "hinges # and # at right angles": "articulaciones # y # en ángulo recto",
    "rod from hinge # to hinge #, along x": "barra de la articulación # a la #, según x",
    "rod from hinge # to hinge #, along y": "barra de la articulación # a la #, según y",
    "rod from hinge # to hinge #, along z": "barra de la articulación # a la #, según z",
    "constant length of the bar": "longitud constante de la barra",
    "no lateral slip of the blade": "sin deslizamiento lateral de la cuchilla",
    "no slip on the driven roller": "sin deslizamiento en el rodillo motriz",
    "no slip on the other roller": "sin deslizamiento en el otro rodillo",
    "currents at the node": "corrientes en el nodo",
    "centre of the crank, along x": "centro de la manivela, según x",
    "centre of the coupler, along x": "centro del acoplador, según x",
    "centre of the rocker, along x": "centro del balancín, según x",
    "centre of the crank, along y": "centro de la manivela, según y",
    "centre of the coupler, along y": "centro del acoplador, según y",
    "centre of the rocker, along y": "centro del balancín, según y",
    "closed loop, along x": "lazo cerrado, según x",
    "closed loop, along y": "lazo cerrado, según y",
    "closed loop": "lazo cerrado",
    "pin at the end, along x": "articulación del extremo, según x",
    "pin at the end, along y": "articulación del extremo, según y",
    "unit norm of the Euler parameters": "norma unidad de los parámetros de Euler",
    "rack and pinion": "piñón y cremallera",
    "moved end of the lever": "extremo desplazado de la palanca",
    "air flows at the junction": "caudales de aire en la unión",
    "pivot, along x": "pivote, según x",
    "pivot, along y": "pivote, según y",
    "rolling without slip, along x": "rodadura sin deslizamiento, según x",
    "rolling without slip, along y": "rodadura sin deslizamiento, según y",
    "mass centre, along x": "centro de masas, según x",
    "mass centre, along y": "centro de masas, según y",
    "angle of the rod from the vertical": "ángulo de la barra con la vertical",
    "angle of the crank": "ángulo de la manivela",
    "angle of the coupler": "ángulo del acoplador",
    "angle of the rocker": "ángulo del balancín",
    "angle of the motor": "ángulo del motor",
    "angle of the load": "ángulo de la carga",
    "angle of the stirrer": "ángulo del agitador",
    "angle of the pinion": "ángulo del piñón",
    "angle of the driven roller": "ángulo del rodillo motriz",
    "angle of the other roller": "ángulo del otro rodillo",
    "angle of gear #": "ángulo del engranaje #",
    "displacement of the left end of the rod": "desplazamiento del extremo izquierdo de la barra",
    "displacement of the right end of the rod": "desplazamiento del extremo derecho de la barra",
    "displacement of the hung mass": "desplazamiento de la masa colgada",
    "displacement of the mass": "desplazamiento de la masa",
    "displacement of the wall": "desplazamiento de la pared",
    "displacement of the load": "desplazamiento de la carga",
    "displacement of the belt at the driven roller (massless)": (
        "desplazamiento de la cinta en el rodillo motriz (sin masa)"
    ),
    "angle of link # from the upward vertical": "ángulo del eslabón # con la vertical ascendente",
    "angle of link #": "ángulo del eslabón #",
    "distance of the sliding rod from the pivot": "distancia de la barra deslizante al pivote",
    "angle of the arm above the horizontal": "ángulo del brazo sobre la horizontal",
    "displacement of the massless node": "desplazamiento del nodo sin masa",
    "height of the pivot": "altura del pivote",
    "angle of the pendulum from the vertical": "ángulo del péndulo con la vertical",
    "displacement of the capacitor plate": "desplazamiento de la placa del condensador",
    "displacement of the inductor core": "desplazamiento del núcleo de la bobina",
    "charge through the source": "carga a través de la fuente",
    "charge on the fixed capacitor": "carga del condensador fijo",
    "charge through the inductor": "carga a través de la bobina",
    "charge through the motor": "carga a través del motor",
    "volume through inlet #": "volumen por la entrada #",
    "volume in the tank": "volumen en el tanque",
    "entropy through inlet #": "entropía por la entrada #",
    "entropy in the tank": "entropía en el tanque",
    "end of the lever": "extremo de la palanca",
    "flapper": "paleta de la tobera",
    "displacement of the bellows": "desplazamiento del fuelle",
    "air through the orifice": "aire por el orificio",
    "air through the nozzle": "aire por la tobera",
    "angle of K#": "ángulo de K#",
    "angle of K# relative to K#": "ángulo de K# respecto de K#",
    "position of the slider": "posición de la corredera",
    "angle of the rod": "ángulo de la biela",
    "blade, along x": "cuchilla, según x",
    "blade, along y": "cuchilla, según y",
    "direction of the blade": "dirección de la cuchilla",
    "contact point, along x": "punto de contacto, según x",
    "contact point, along y": "punto de contacto, según y",
    "direction of travel": "dirección de avance",
    "lean from the vertical": "inclinación respecto de la vertical",
    "rolling angle": "ángulo de rodadura",
    "displacement along the slope": "desplazamiento a lo largo del plano inclinado",
    "distance from the slope": "distancia al plano inclinado",
    "displacement of the centre": "desplazamiento del centro",
    "height of the centre": "altura del centro",
    "angle of rotation, positive when rolling along x": "ángulo de giro, positivo al rodar según x",
    "height above the belt": "altura sobre la cinta",
    "height above the mat": "altura sobre la colchoneta",
    "tilt of the block": "inclinación del bloque",
    "horizontal position": "posición horizontal",
    "angle of the ball": "ángulo de la bola",
    "# s, as first asked for by LIM with n = #": "# s, como lo planteó originalmente LIM con n = #",
    "# s, as in the IFToMM collection; the rods lie flat several times": (
        "# s, como en la colección IFToMM; las barras se alinean varias veces"
    ),
    "K#: from A to K#": "K#: de A a K#",
    "K#: from A to its mass centre, across": "K#: de A al centro de masas, transversal",
    "K#: from A to its mass centre, along": "K#: de A al centro de masas, longitudinal",
    "K#: from B to P": "K#: de B a P",
    "K#: from B to its mass centre, across": "K#: de B al centro de masas, transversal",
    "K#: from B to its mass centre, along": "K#: de B al centro de masas, longitudinal",
    "K#: from B to the spring, across": "K#: de B al muelle, transversal",
    "K#: from B to the spring, along": "K#: de B al muelle, longitudinal",
    "K#: from O to its mass centre": "K#: de O al centro de masas",
    "K#: from P to its mass centre": "K#: de P al centro de masas",
    "K#: from the crank to P": "K#: de la manivela a P",
    "K#: from the crank to its mass centre": "K#: de la manivela al centro de masas",
    "K#: length": "K#: longitud",
    "K#: length of the crank": "K#: longitud de la manivela",
    "a fifth of the length of the rod": "un quinto de la longitud de la barra",
    "air in the bellows": "aire en el fuelle",
    "initial angle of the first ball": "ángulo inicial de la primera bola",
    "angular velocity about each axis at the start": "velocidad angular inicial en torno a cada eje",
    "initial angular velocity about each axis": "velocidad angular inicial alrededor de cada eje",
    "area of the bellows": "área del fuelle",
    "area of the bellows, in m^# (no unit: gamma# as printed has none that fits)": (
        "área del fuelle en m^# (sin unidad: ninguna es compatible con gamma# tal como se publicó)"
    ),
    "area of the orifice": "área del orificio",
    "tank bottom pressure": "presión en el fondo del tanque",
    "bellows": "fuelle",
    "bending stiffness": "rigidez a flexión",
    "capacitance times plate distance": "capacidad por distancia entre placas",
    "command, relative to the initial position": ("consigna, respecto a la posición inicial de la palanca"),
    "damping of the damper": "constante del amortiguador",
    "damping of the bellows": "amortiguamiento del fuelle",
    "damping of the belt": "amortiguamiento de la cinta",
    "damping of the mat": "amortiguamiento de la colchoneta",
    "damping of the wall": "amortiguamiento de la pared",
    "diameter of the nozzle": "diámetro de la tobera",
    "discharge coefficient of the nozzle": "coeficiente de descarga de la tobera",
    "discharge coefficient of the orifice": "coeficiente de descarga del orificio",
    "drag of the fluid on the stirrer": "resistencia del fluido sobre el agitador",
    "fluid drag on the stirrer": "arrastre del fluido sobre el agitador",
    "eccentricity": "excentricidad",
    "fixed capacitance": "capacidad fija",
    "flow constant of air": "constante de flujo del aire",
    "fluid capacitance of the tank": "capacidad fluídica del tanque",
    "fluid resistance of inlet #": "resistencia fluídica de la entrada #",
    "constant force": "fuerza constante",
    "force on the lever": "fuerza sobre la palanca",
    "coefficient of friction at the corners": "coeficiente de rozamiento en las esquinas",
    "coefficient of sliding friction": "coeficiente de rozamiento dinámico",
    "coefficient of static friction": "coeficiente de rozamiento estático",
    "from the blade forward to the mass centre": "de la cuchilla hacia delante al centro de masas",
    "from the fixed point to the mass centre": "del punto fijo al centro de masas",
    "gap between neighbours at rest": "holgura entre bolas vecinas en reposo",
    "gap when both are at zero": "holgura cuando ambas están en cero",
    "gas constant of air": "constante del gas del aire",
    "gravitational constant times the mass of the sun": "constante de gravitación por la masa del sol",
    "gravity": "aceleración de la gravedad",
    "gravity, along -y": "aceleración de la gravedad, según −y",
    "gravity, along -z": "aceleración de la gravedad, según −z",
    "gravity, along x": "aceleración de la gravedad, según x",
    "ground, from (#, #) to (L#, #)": "bancada, de (#, #) a (L#, #)",
    "slope of the inductance over x#": "pendiente de la inductancia respecto de x#",
    "half its height": "semialtura",
    "half its width": "semianchura",
    "semi-major axis": "semieje mayor",
    "half the mass of the rod, a fifth of the hung mass": (
        "la mitad de la masa de la barra, un quinto de la masa colgada"
    ),
    "cubic stiffness of the spring": "rigidez cúbica del muelle",
    "initial height": "altura inicial",
    "height of the bellows at z = #": "altura del fuelle en z = #",
    "step of the lever": "desplazamiento de la palanca",
    "decrease of the restitution with the speed": "disminución de la restitución con la velocidad",
    "tank temperature": "temperatura en el tanque",
    "inductance": "inductancia",
    "inductance at x# = #": "inductancia en x# = #",
    "inductance of the solenoid": "inductancia del solenoide",
    "inertia about a diameter": "momento de inercia respecto a un diámetro",
    "inertia about the axis": "momento de inercia respecto al eje",
    "inertia about the first axis": "momento de inercia respecto al primer eje",
    "inertia about the mass centre": "momento de inercia respecto al centro de masas",
    "inertia about the mass centre, across": "momento de inercia transversal respecto al centro de masas",
    "inertia about the second axis": "momento de inercia respecto al segundo eje",
    "inertia about the third axis": "momento de inercia respecto al tercer eje",
    "inertia of K#": "momento de inercia de K#",
    "inertia of a uniform block": "momento de inercia de un bloque homogéneo",
    "inertia of a uniform disc": "momento de inercia de un disco homogéneo",
    "inertia of gear #": "momento de inercia del engranaje #",
    "inertia of the crank": "momento de inercia de la manivela",
    "inertia of the driven roller": "momento de inercia del rodillo motriz",
    "inertia of the load": "momento de inercia de la carga",
    "inertia of the motor": "momento de inercia del motor",
    "inertia of the other roller": "momento de inercia del otro rodillo",
    "inertia of the pinion": "momento de inercia del piñón",
    "inertia of the rod": "momento de inercia de la biela",
    "inertia of the stirrer": "momento de inercia del agitador",
    "position of the mass along link #": "posición de la masa en el eslabón #",
    "stiffness of its spring": "constante de su muelle",
    "time integral of the kinetic energy": "integral de la energía cinética",
    "amplitude of the force on the tip, along -x and along y": (
        "amplitud de la fuerza en el extremo, según −x y según y"
    ),
    "length": "longitud",
    "length of a segment": "longitud de un segmento",
    "length of each link": "longitud de cada eslabón",
    "length of each rod": "longitud de cada barra",
    "length of link #": "longitud del eslabón #",
    "length of the coupler": "longitud del acoplador",
    "length of the crank": "longitud de la manivela",
    "length of the massless bar": "longitud de la barra sin masa",
    "length of the pendulum": "longitud del péndulo",
    "length of the pivoted rod": "longitud de la barra articulada",
    "length of the rocker": "longitud del balancín",
    "length of the rod": "longitud de la barra",
    "length of the sliding rod": "longitud de la barra deslizante",
    "length of the strings": "longitud de los hilos",
    "lever": "palanca",
    "lever arm on the side of u": "brazo de palanca del lado de u",
    "lever arm on the side of z": "brazo de palanca del lado de z",
    "mass": "masa",
    "mass of K#, from K# to P": "masa de K#, de K# a P",
    "mass of K#, from the crank to P": "masa de K#, de la manivela a P",
    "mass of K#, on A": "masa de K#, en A",
    "mass of K#, on B, with the spring": "masa de K#, en B, con el muelle",
    "mass of K#, the crank": "masa de K#, la manivela",
    "mass of a segment": "masa de un segmento",
    "mass of each ball": "masa de cada bola",
    "mass of each link": "masa de cada eslabón",
    "mass of each rod": "masa de cada barra",
    "mass of link #": "masa del eslabón #",
    "mass of the bellows' plate": "masa de la placa del fuelle",
    "mass of the bob": "masa del péndulo",
    "mass of the coupler": "masa del acoplador",
    "mass of the crank": "masa de la manivela",
    "mass of the pad": "masa de la placa",
    "mass of the pivoted rod": "masa de la barra articulada",
    "mass of the planet": "masa del planeta",
    "mass of the rocker": "masa del balancín",
    "mass of the rod": "masa de la barra",
    "mass of the slider": "masa de la corredera",
    "mass of the sliding rod": "masa de la barra deslizante",
    "mass of the wall": "masa de la pared",
    "mass on link #": "masa en el eslabón #",
    "mass on the belt": "masa sobre la cinta",
    "natural length of the spring": "longitud natural del muelle",
    "number of balls": "número de bolas",
    "number of links": "número de eslabones",
    "number of loops": "número de lazos",
    "number of segments": "número de segmentos en total",
    "integral of the kinetic energy over time": "integral temporal de la energía cinética",
    "length of the spring": "longitud del muelle",
    "opening of the nozzle": "apertura de la tobera",
    "opening of the nozzle at y = #": "apertura de la tobera en y = #",
    "pinned point, along y": "punto articulado, según y",
    "pinned point, along x": "punto articulado, según x",
    "plate distance at x# = #": "distancia entre placas en x# = #",
    "initial pressure": "presión inicial en el fuelle",
    "pressure before inlet #": "presión antes de la entrada #",
    "pressure in the bellows": "presión en el fuelle",
    "pressure drop across the nozzle": "pérdida de presión en la tobera",
    "pressure drop across the orifice": "pérdida de presión en el orificio",
    "pressure of the atmosphere": "presión atmosférica",
    "radius": "radio",
    "radius of each ball": "radio de cada bola",
    "radius of the driven roller": "radio del rodillo motriz",
    "radius of the other roller": "radio del otro rodillo",
    "radius of the pinion": "radio del piñón",
    "released from the horizontal; the first mechanism of the IFToMM benchmarks": (
        "soltado desde la horizontal; el primer mecanismo de las pruebas IFToMM"
    ),
    "released from the horizontal; this gravity makes the period # s": (
        "soltado desde la horizontal; con esta gravedad el periodo es de # s"
    ),
    "resistance": "resistencia",
    "resistance of the motor": "resistencia del motor",
    "resistance of the solenoid": "resistencia del solenoide",
    "coefficient of restitution": "coeficiente de restitución",
    "coefficient of restitution of slow impacts": "restitución de los choques lentos",
    "side of the square cross-section of the rods": "lado de la sección cuadrada de las barras",
    "angle of the slope": "ángulo de inclinación",
    "source voltage": "tensión de la fuente",
    "initial speed": "velocidad inicial",
    "landing speed": "velocidad de impacto",
    "speed of the belt": "velocidad de la cinta",
    "initial speed of the blade": "velocidad inicial de la cuchilla",
    "initial speed of the top of the first rod": (
        "velocidad inicial del extremo superior de la primera barra"
    ),
    "initial spin": "rotación propia inicial",
    "stiffness of the spring": "rigidez del muelle",
    "stiffness of the bellows": "constante elástica del fuelle",
    "stiffness of the wall": "constante elástica de la pared",
    "stiffness of the spring to the wall": "constante del muelle a la pared",
    "stiffness of each spring": "rigidez de cada muelle",
    "stiffness of shaft #": "rigidez del eje #",
    "stiffness of the belt": "rigidez de la cinta",
    "stiffness of the mat": "rigidez de la colchoneta",
    "supply pressure": "presión de alimentación",
    "number of teeth of gear #": "número de dientes del engranaje #",
    "temperature of inlet #, above the surroundings": "temperatura de la entrada # sobre el ambiente",
    "temperature of the air": "temperatura del aire",
    "temperature of the surroundings": "temperatura ambiente",
    "temperature source": "fuente de temperatura",
    "temperature source in the tank": "fuente de temperatura en el tanque",
    "rise above the surroundings": "temperatura por encima del ambiente",
    "angular frequency of the force": "pulsación de la fuerza",
    "the index # test of MEBDFDAE": "la prueba de índice # de MEBDFDAE",
    "thermal capacitance: entropy per temperature": "capacidad térmica: entropía por temperatura",
    "thermal resistance of inlet #": "resistencia térmica de la entrada #",
    "initial value of theta#": "valor inicial de theta#",
    "initial tilt": "inclinación inicial",
    "torque of the motor": "par del motor",
    "torque constant of the motor": "constante de par del motor",
    "torque on the crank": "par en la manivela",
    "torque on the driven roller": "par en el rodillo motriz",
    "torque constant": "constante de par",
    "initial rate across the axis": "velocidad angular inicial transversal al eje",
    "initial angular velocity": "velocidad angular inicial",
    "two thirds of a turn": "dos tercios de una vuelta",
    "voltage of the motor": "tensión del motor",
    "voltage of the solenoid": "tensión del solenoide",
    "volume of air per weight": "volumen específico del aire (por peso)",
    "weight of air per volume": "peso específico del aire",
    "time of the step": "instante del escalón",
    "switch-on time of the motor": "instante de conexión del motor",
    "Seven bodies in a plane. At the point P meet K# from the crank, K# from B, K# and K# from A.": (
        "Siete cuerpos en un plano. En el punto P se unen K# desde la manivela, K# desde B, y K# y K# "
        "desde A."
    ),
    "Five rods and the ground along the edges of a cube; the hinges lie along Y, Z, X, Y, Z, X.": (
        "Cinco barras y la bancada según las aristas de un cubo; las articulaciones están según Y, Z, X, "
        "Y, Z, X."
    ),
    "The top turns about a fixed point; its axis is the y axis of the body, its mass centre lies on it.": (
        "El trompo gira en torno a un punto fijo; su eje es el eje y del cuerpo, y en él está el centro "
        "de masas."
    ),
    "The planet starts at its perihelion; half of the long axis is # m, so it is back after # pi s.": (
        "El planeta parte del perihelio; el semieje mayor es de # m, así que vuelve al cabo de # pi s."
    ),
    "Displacements are drawn # times larger than they are.": (
        "Los desplazamientos se dibujan # veces mayores."
    ),
    "Gears that turn together stand side by side; a tooth is drawn as a tenth of a radius.": (
        "Los engranajes que giran juntos están uno al lado del otro; un diente se dibuja como un décimo "
        "del radio."
    ),
    "The ball bounces ever faster, infinitely often, and comes to rest on the floor.": (
        "La pelota bota cada vez más deprisa, infinitas veces, y queda en reposo en el suelo."
    ),
    "blade": "cuchilla",
    "coupler": "acoplador",
    "crank": "manivela",
    "rocker": "balancín",
    "rod": "barra",
    "load": "carga",
    "motor": "motor",
    "Displacements are drawn four times as large, and so is the pinion.": (
        "Los desplazamientos y el piñón se dibujan cuatro veces mayores."
    ),
    "Displacements of the lever are drawn # times as large.": (
        "Los desplazamientos de la palanca se dibujan # veces mayores."
    ),
    "bellows pressure": "presión del fuelle",
    "core": "núcleo",
    "inlet #": "entrada #",
    "motor current": "corriente del motor",
    "nozzle": "tobera",
    "orifice": "orificio",
    "source current": "corriente de la fuente",
    "temperature": "temperatura del tanque",
    "through inlet #": "por la entrada #",
    "voltage of c#": "tensión de c#",
}
