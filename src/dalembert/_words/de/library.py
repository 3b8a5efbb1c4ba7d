"""Titles, summaries and texts of the library in German, by their English; # stands for a number."""

TITLES: dict[str, str] = {
    "Rod pendulum": "Stabpendel",
    "Four-bar linkage": "Viergelenkgetriebe",
    "Rod on springs with a hung mass": "Stab auf Federn mit angehängter Masse",
    "Geared drive train": "Antriebsstrang mit Zahnrädern",
    "Mass striking a yielding wall": "Masse stößt gegen eine nachgiebige Wand",
    "Triple pendulum arm": "Dreigliedriger Pendelarm",
    "Polar telescopic arm": "Teleskoparm in Polarkoordinaten",
    "Triple pendulum": "Dreifachpendel",
    "Pendulum of N links": "Pendel aus N Gliedern",
    "Triple pendulum with its end pinned": "Dreifachpendel mit gelenkig gelagertem Ende",
    "Pendulum on a spring and a damper in series": "Pendel an Feder und Dämpfer in Reihe",
    "Conveyor": "Förderband",
    "Circuit with a moving capacitor and a moving inductor": (
        "Stromkreis mit beweglichem Kondensator und beweglicher Spule"
    ),
    "Blending tank, as printed (ill-posed)": "Mischbehälter, wie gedruckt (schlecht gestellt)",
    "Blending tank": "Mischbehälter",
    "Pneumatic positioner, as printed (ill-posed)": (
        "Pneumatischer Stellungsregler, wie gedruckt (schlecht gestellt)"
    ),
    "Pneumatic positioner": "Pneumatischer Stellungsregler",
    "Andrews' squeezing mechanism": "Andrews-Quetschmechanismus",
    "Pendulum in Cartesian coordinates": "Pendel in kartesischen Koordinaten",
    "Slider crank with a spring and a damper": "Schubkurbel mit Feder und Dämpfer",
    "N four-bar linkages in a row": "N Viergelenke in einer Reihe",
    "Bricard's mechanism": "Bricard-Mechanismus",
    "Elastic beam of N segments": "Elastischer Balken aus N Segmenten",
    "Heavy top in Euler parameters": "Schwerer Kreisel in Euler-Parametern",
    "Free rigid body in Euler parameters": "Freier starrer Körper in Euler-Parametern",
    "Chaplygin's sleigh": "Tschaplygin-Schlitten",
    "Rolling disc": "Rollende Scheibe",
    "Duffing's oscillator": "Duffing-Schwinger",
    "Kepler's ellipse": "Kepler-Ellipse",
    "Bouncing ball": "Springender Ball",
    "Block on a slope": "Klotz auf schiefer Ebene",
    "Disc that slides, then rolls": "Scheibe, die erst gleitet und dann rollt",
    "Stick and slip on a belt": "Stick-Slip auf einem Band",
    "Oscillator with dry friction": "Schwinger mit trockener Reibung",
    "Newton's cradle of N balls": "Newton-Pendel mit N Kugeln",
    "Rocking block": "Kippelnder Block",
    "Pad landing on a springy mat": "Platte landet auf federnder Matte",
}
SUMMARIES: dict[str, str] = {
    "A uniform rod swinging about one end: three coordinates, two constraints": (
        "Ein homogener Stab, der um ein Ende schwingt: drei Koordinaten, zwei Bindungen"
    ),
    "A crank-rocker four-bar linkage: nine coordinates, eight constraints": (
        "Eine Kurbelschwinge: neun Koordinaten, acht Bindungen"
    ),
    "A rod on two springs with a mass hung from it by a third: linear, three modes": (
        "Ein Stab auf zwei Federn mit einer an einer dritten hängenden Masse: linear, drei Eigenformen"
    ),
    "A geared drive train: linear, highly oscillatory, with a rigid-body mode": (
        "Ein Antriebsstrang mit Zahnrädern: linear, hochfrequent schwingend, mit einer Starrkörperform"
    ),
    "A mass on a spring that strikes a yielding wall: impact, contact force, release": (
        "Eine Masse an einer Feder stößt gegen eine nachgiebige Wand: Stoß, Kontaktkraft, Ablösen"
    ),
    "An arm of three links with a point mass on each": "Ein Arm aus drei Gliedern mit je einer Punktmasse",
    "A telescopic arm in polar coordinates": "Ein Teleskoparm in Polarkoordinaten",
    "A triple pendulum of uniform links: chaotic": "Ein Dreifachpendel aus homogenen Gliedern: chaotisch",
    "A pendulum of N equal uniform links, 20 by default": (
        "Ein Pendel aus N gleichen homogenen Gliedern, ohne Angabe 20"
    ),
    "A triple pendulum with its end pinned: three coordinates, two constraints": (
        "Ein Dreifachpendel mit gelenkig gelagertem Ende: drei Koordinaten, zwei Bindungen"
    ),
    "A pendulum on a spring and a damper in series: a massless coordinate, singular mass matrix": (
        "Ein Pendel an Feder und Dämpfer in Reihe: eine masselose Koordinate, singuläre Massenmatrix"
    ),
    "A conveyor belt between two rollers: a massless coordinate fixed by a constraint": (
        "Ein Förderband zwischen zwei Rollen: eine masselose Koordinate mit einer Bindung"
    ),
    "A circuit with a moving capacitor and inductor: displacement and flow constraints together": (
        "Ein Stromkreis mit beweglichem Kondensator und beweglicher Spule: holonome und nichtholonome "
        "Bindungen zugleich"
    ),
    "A blending tank as printed: thermal, fluid, electrical, ill-posed": (
        "Ein Mischbehälter, wie gedruckt: thermisch, fluidisch, elektrisch, schlecht gestellt"
    ),
    "A blending tank with a stirring motor: fluid, thermal and electrical parts, an unknown torque": (
        "Ein Mischbehälter mit Rührmotor: fluidische, thermische und elektrische Teile, ein unbekanntes "
        "Moment"
    ),
    "A pneumatic positioner as printed: fluid, mechanical, electrical, ill-posed": (
        "Ein pneumatischer Stellungsregler, wie gedruckt: fluidisch, mechanisch, elektrisch, schlecht "
        "gestellt"
    ),
    "A pneumatic positioner: fluid, mechanical and electrical parts, four unknown efforts": (
        "Ein pneumatischer Stellungsregler: fluidische, mechanische und elektrische Teile, vier "
        "unbekannte Kraftgrößen"
    ),
    "Andrews' squeezing mechanism: seven bodies, six constraints, one degree of freedom": (
        "Andrews-Quetschmechanismus: sieben Körper, sechs Bindungen, ein Freiheitsgrad"
    ),
    "A point mass on a bar in Cartesian coordinates, with the numbers of three benchmarks": (
        "Eine Punktmasse an einer Stange in kartesischen Koordinaten, mit den Zahlen dreier Benchmarks"
    ),
    "A slider crank with a spring, a damper and a constant force, and its kinetic energy integrated": (
        "Eine Schubkurbel mit Feder, Dämpfer und konstanter Kraft, mit dem Zeitintegral der kinetischen "
        "Energie"
    ),
    "Four-bar linkages in a row, 2 by default: singular where the rods lie flat": (
        "Viergelenke in einer Reihe, ohne Angabe 2: singulär, wo die Stäbe flach liegen"
    ),
    "Bricard's mechanism: a spatial loop of six hinges that moves because a constraint is redundant": (
        "Bricard-Mechanismus: eine räumliche Schleife aus sechs Drehgelenken, beweglich durch eine "
        "redundante Bindung"
    ),
    "A clamped elastic beam, 40 segments by default, pushed at its tip: stiff": (
        "Ein eingespannter elastischer Balken aus ohne Angabe 40 Segmenten mit einer Kraft am freien "
        "Ende: steif"
    ),
    "A fast heavy top in Euler parameters: four coordinates, one constraint": (
        "Ein schneller schwerer Kreisel in Euler-Parametern: vier Koordinaten, eine Bindung"
    ),
    "A free rigid body in Euler parameters: a singular mass matrix made regular by its constraint": (
        "Ein freier starrer Körper in Euler-Parametern: eine singuläre Massenmatrix, durch die Bindung "
        "regulär"
    ),
    "A sleigh on a blade: one nonholonomic constraint": (
        "Ein Schlitten auf einer Kufe: eine nichtholonome Bindung"
    ),
    "A thin disc rolling without slipping: two flow constraints, three constants of the motion": (
        "Eine dünne Scheibe, die rollt, ohne zu gleiten: zwei nichtholonome Bindungen, drei Erhaltungsgrößen"
    ),
    "A mass on a hardening spring, solved by an elliptic function": (
        "Eine Masse an einer progressiven Feder, gelöst durch eine elliptische Funktion"
    ),
    "A planet on an ellipse of eccentricity 0.6": "Ein Planet auf einer Ellipse mit der Exzentrizität 0,6",
    "A ball that bounces on a floor ever faster until it rests: infinitely many impacts": (
        "Ein Ball, der immer schneller springt und zur Ruhe kommt: unendlich viele Stöße"
    ),
    "A block pushed up a slope: friction lets it stick there, or slide down again": (
        "Ein Klotz, der eine schiefe Ebene hinaufgestoßen wird: Er haftet oder gleitet wieder hinab"
    ),
    "A disc thrown without spin: it slides until friction has made it roll": (
        "Eine ohne Drehung geworfene Scheibe: Sie gleitet, bis die Reibung sie rollen lässt"
    ),
    "A mass on a belt, held by a spring, that sticks and slips in turn": (
        "Eine von einer Feder gehaltene Masse auf einem Band, die abwechselnd haftet und gleitet"
    ),
    "A mass on a spring with dry friction: it stops off centre after four half swings": (
        "Eine Masse an einer Feder mit trockener Reibung: Sie bleibt nach vier Halbschwingungen neben der "
        "Mitte stehen"
    ),
    "Newton's cradle: one ball comes, one ball goes; five balls by default": (
        "Newton-Pendel: Eine Kugel kommt, eine geht; ohne Angabe fünf Kugeln"
    ),
    "A tall block that rocks from corner to corner, each impact taking its share of the speed": (
        "Ein hoher Block, der von Ecke zu Ecke kippelt; jeder Stoß nimmt ihm Geschwindigkeit"
    ),
    "A pad that lands on a mat that yields and dissipates energy": (
        "Eine Platte landet auf einer Matte, die nachgibt und Energie aufnimmt"
    ),
}
TEXTS: dict[str, str] = {
    "friction force": "Reibungskraft",
    "coefficient of friction": "Reibungskoeffizient",
    "point A, along x": "Punkt A, entlang x",
    "point A, along y": "Punkt A, entlang y",
    "point B, along x": "Punkt B, entlang x",
    "point B, along y": "Punkt B, entlang y",
    "point C, along x": "Punkt C, entlang x",
    "point C, along y": "Punkt C, entlang y",
    "initial position of the bellows": "Anfangslage des Balgs",
    "initial position of the lever": "Anfangslage des Hebels",
    "initial air": "Anfangsvolumen der Luft im Balg",
    "K# ends at P, along x": "K# endet in P, entlang x",
    "K# ends at P, along y": "K# endet in P, entlang y",
    "entropy balance of the tank": "Entropiebilanz des Behälters",
    "volume balance of the tank": "Volumenbilanz des Behälters",
    "unit vector of hinge #": "Einheitsvektor der Drehachse #",
    "hinges # and # at right angles": "Drehachsen # und # im rechten Winkel",
    "rod from hinge # to hinge #, along x": "Stab von Gelenk # zu Gelenk #, entlang x",
    "rod from hinge # to hinge #, along y": "Stab von Gelenk # zu Gelenk #, entlang y",
    "rod from hinge # to hinge #, along z": "Stab von Gelenk # zu Gelenk #, entlang z",
    "constant length of the bar": "feste Länge der Stange",
    "no lateral slip of the blade": "kein seitliches Gleiten der Kufe",
    "no slip on the driven roller": "kein Schlupf an der angetriebenen Rolle",
    "no slip on the other roller": "kein Schlupf an der anderen Rolle",
    "currents at the node": "Ströme im Knoten",
    "centre of the crank, along x": "Mittelpunkt der Kurbel, entlang x",
    "centre of the coupler, along x": "Mittelpunkt der Koppel, entlang x",
    "centre of the rocker, along x": "Mittelpunkt der Schwinge, entlang x",
    "centre of the crank, along y": "Mittelpunkt der Kurbel, entlang y",
    "centre of the coupler, along y": "Mittelpunkt der Koppel, entlang y",
    "centre of the rocker, along y": "Mittelpunkt der Schwinge, entlang y",
    "closed loop, along x": "geschlossene Schleife, entlang x",
    "closed loop, along y": "geschlossene Schleife, entlang y",
    "closed loop": "geschlossene Schleife",
    "pin at the end, along x": "Gelenk am Ende, entlang x",
    "pin at the end, along y": "Gelenk am Ende, entlang y",
    "unit norm of the Euler parameters": "Einheitsnorm der Euler-Parameter",
    "rack and pinion": "Zahnstange und Ritzel",
    "moved end of the lever": "bewegtes Ende des Hebels",
    "air flows at the junction": "Luftströme im Verzweigungspunkt",
    "pivot, along x": "Lager, entlang x",
    "pivot, along y": "Lager, entlang y",
    "rolling without slip, along x": "Rollen ohne Gleiten, entlang x",
    "rolling without slip, along y": "Rollen ohne Gleiten, entlang y",
    "mass centre, along x": "Schwerpunkt, entlang x",
    "mass centre, along y": "Schwerpunkt, entlang y",
    "angle of the rod from the vertical": "Winkel des Stabs gegen die Vertikale",
    "angle of the crank": "Winkel der Kurbel",
    "angle of the coupler": "Winkel der Koppel",
    "angle of the rocker": "Winkel der Schwinge",
    "angle of the motor": "Winkel des Motors",
    "angle of the load": "Winkel der Last",
    "angle of the stirrer": "Winkel des Rührers",
    "angle of the pinion": "Winkel des Ritzels",
    "angle of the driven roller": "Winkel der angetriebenen Rolle",
    "angle of the other roller": "Winkel der anderen Rolle",
    "angle of gear #": "Winkel von Zahnrad #",
    "displacement of the left end of the rod": "Verschiebung des linken Stabendes",
    "displacement of the right end of the rod": "Verschiebung des rechten Stabendes",
    "displacement of the hung mass": "Verschiebung der angehängten Masse",
    "displacement of the mass": "Verschiebung der Masse",
    "displacement of the wall": "Verschiebung der Wand",
    "displacement of the load": "Verschiebung der Last",
    "displacement of the belt at the driven roller (massless)": (
        "Verschiebung des Bandes an der angetriebenen Rolle (masselos)"
    ),
    "angle of link # from the upward vertical": "Winkel von Glied # gegen die Vertikale nach oben",
    "angle of link #": "Winkel von Glied #",
    "distance of the sliding rod from the pivot": "Abstand des verschieblichen Stabs vom Lager",
    "angle of the arm above the horizontal": "Winkel des Arms über der Horizontalen",
    "displacement of the massless node": "Verschiebung des masselosen Knotens",
    "height of the pivot": "Höhe des Aufhängepunkts",
    "angle of the pendulum from the vertical": "Winkel des Pendels gegen die Vertikale",
    "displacement of the capacitor plate": "Verschiebung der Kondensatorplatte",
    "displacement of the inductor core": "Verschiebung des Spulenkerns",
    "charge through the source": "Ladung durch die Quelle",
    "charge on the fixed capacitor": "Ladung des festen Kondensators",
    "charge through the inductor": "Ladung durch die Spule",
    "charge through the motor": "Ladung durch den Motor",
    "volume through inlet #": "Volumen durch Zulauf #",
    "volume in the tank": "Volumen im Behälter",
    "entropy through inlet #": "Entropie durch Zulauf #",
    "entropy in the tank": "Entropie im Behälter",
    "end of the lever": "Ende des Hebels",
    "flapper": "Prallplatte",
    "displacement of the bellows": "Verschiebung des Balgs",
    "air through the orifice": "Luft durch die Blende",
    "air through the nozzle": "Luft durch die Düse",
    "angle of K#": "Winkel von K#",
    "angle of K# relative to K#": "Winkel von K# relativ zu K#",
    "position of the slider": "Lage des Gleitstücks",
    "angle of the rod": "Winkel der Pleuelstange",
    "blade, along x": "Kufe, entlang x",
    "blade, along y": "Kufe, entlang y",
    "direction of the blade": "Richtung der Kufe",
    "contact point, along x": "Berührpunkt, entlang x",
    "contact point, along y": "Berührpunkt, entlang y",
    "direction of travel": "Fahrtrichtung",
    "lean from the vertical": "Neigung gegen die Vertikale",
    "rolling angle": "Rollwinkel",
    "displacement along the slope": "Weg entlang der schiefen Ebene",
    "distance from the slope": "Abstand von der schiefen Ebene",
    "displacement of the centre": "Weg des Mittelpunkts",
    "height of the centre": "Höhe des Mittelpunkts",
    "angle of rotation, positive when rolling along x": "Drehwinkel, positiv beim Rollen entlang x",
    "height above the belt": "Höhe über dem Band",
    "height above the mat": "Höhe über der Matte",
    "tilt of the block": "Neigung des Blocks",
    "horizontal position": "waagerechte Lage",
    "angle of the ball": "Winkel der Kugel",
    "# s, as first asked for by LIM with n = #": "# s, wie ursprünglich von LIM mit n = # gestellt",
    "# s, as in the IFToMM collection; the rods lie flat several times": (
        "# s, wie in der IFToMM-Sammlung; die Stäbe liegen mehrmals flach"
    ),
    "K#: from A to K#": "K#: von A bis K#",
    "K#: from A to its mass centre, across": "K#: von A zum Schwerpunkt, quer",
    "K#: from A to its mass centre, along": "K#: von A zum Schwerpunkt, längs",
    "K#: from B to P": "K#: von B bis P",
    "K#: from B to its mass centre, across": "K#: von B zum Schwerpunkt, quer",
    "K#: from B to its mass centre, along": "K#: von B zum Schwerpunkt, längs",
    "K#: from B to the spring, across": "K#: von B zur Feder, quer",
    "K#: from B to the spring, along": "K#: von B zur Feder, längs",
    "K#: from O to its mass centre": "K#: von O zum Schwerpunkt",
    "K#: from P to its mass centre": "K#: von P zum Schwerpunkt",
    "K#: from the crank to P": "K#: von der Kurbel bis P",
    "K#: from the crank to its mass centre": "K#: von der Kurbel zum Schwerpunkt",
    "K#: length": "K#: Länge",
    "K#: length of the crank": "K#: Länge der Kurbel",
    "a fifth of the length of the rod": "ein Fünftel der Stablänge",
    "air in the bellows": "Luft im Balg",
    "initial angle of the first ball": "Anfangswinkel der ersten Kugel",
    "angular velocity about each axis at the start": "Winkelgeschwindigkeit um jede Achse am Anfang",
    "initial angular velocity about each axis": "Anfangswinkelgeschwindigkeit um jede Achse",
    "area of the bellows": "Fläche des Balgs",
    "area of the bellows, in m^# (no unit: gamma# as printed has none that fits)": (
        "Fläche des Balgs in m^# (ohne Einheit: keine passt zum gedruckten gamma#)"
    ),
    "area of the orifice": "Fläche der Blende",
    "tank bottom pressure": "Druck am Boden des Behälters",
    "bellows": "Balg",
    "bending stiffness": "Biegesteifigkeit",
    "capacitance times plate distance": "Kapazität mal Plattenabstand",
    "command, relative to the initial position": "Sollwert, bezogen auf die Anfangslage des Hebels",
    "damping of the damper": "Dämpferkonstante",
    "damping of the bellows": "Dämpfung des Balgs",
    "damping of the belt": "Dämpfung des Bandes",
    "damping of the mat": "Dämpfung der Matte",
    "damping of the wall": "Dämpfung der Wand",
    "diameter of the nozzle": "Durchmesser der Düse",
    "discharge coefficient of the nozzle": "Ausflusszahl der Düse",
    "discharge coefficient of the orifice": "Ausflusszahl der Blende",
    "drag of the fluid on the stirrer": "Widerstand der Flüssigkeit am Rührer",
    "fluid drag on the stirrer": "Flüssigkeitswiderstand am Rührer",
    "eccentricity": "Exzentrizität",
    "fixed capacitance": "feste Kapazität",
    "flow constant of air": "Durchflusskonstante der Luft",
    "fluid capacitance of the tank": "fluidische Kapazität des Behälters",
    "fluid resistance of inlet #": "Strömungswiderstand des Zulaufs #",
    "constant force": "konstante Kraft",
    "force on the lever": "Kraft auf den Hebel",
    "coefficient of friction at the corners": "Reibungskoeffizient an den Ecken",
    "coefficient of sliding friction": "Gleitreibungskoeffizient",
    "coefficient of static friction": "Haftreibungskoeffizient",
    "from the blade forward to the mass centre": "von der Kufe nach vorn zum Schwerpunkt",
    "from the fixed point to the mass centre": "vom Fixpunkt zum Schwerpunkt",
    "gap between neighbours at rest": "Abstand benachbarter Kugeln in Ruhe",
    "gap when both are at zero": "Abstand, wenn beide bei null sind",
    "gas constant of air": "Gaskonstante der Luft",
    "gravitational constant times the mass of the sun": "Gravitationskonstante mal Sonnenmasse",
    "gravity": "Erdbeschleunigung",
    "gravity, along -y": "Erdbeschleunigung, entlang −y",
    "gravity, along -z": "Erdbeschleunigung, entlang −z",
    "gravity, along x": "Erdbeschleunigung, entlang x",
    "ground, from (#, #) to (L#, #)": "Gestell, von (#, #) bis (L#, #)",
    "slope of the inductance over x#": "Steigung der Induktivität über x#",
    "half its height": "halbe Höhe",
    "half its width": "halbe Breite",
    "semi-major axis": "große Halbachse",
    "half the mass of the rod, a fifth of the hung mass": (
        "halbe Stabmasse, ein Fünftel der angehängten Masse"
    ),
    "cubic stiffness of the spring": "kubische Federkonstante",
    "initial height": "Anfangshöhe",
    "height of the bellows at z = #": "Höhe des Balgs bei z = #",
    "step of the lever": "Verstellung des Hebels",
    "decrease of the restitution with the speed": "Abnahme der Stoßzahl mit der Geschwindigkeit",
    "tank temperature": "Temperatur im Behälter",
    "inductance": "Induktivität",
    "inductance at x# = #": "Induktivität bei x# = #",
    "inductance of the solenoid": "Induktivität der Spule",
    "inertia about a diameter": "Trägheitsmoment um einen Durchmesser",
    "inertia about the axis": "Trägheitsmoment um die Achse",
    "inertia about the first axis": "Trägheitsmoment um die erste Achse",
    "inertia about the mass centre": "Trägheitsmoment um den Schwerpunkt",
    "inertia about the mass centre, across": "Trägheitsmoment um den Schwerpunkt, quer",
    "inertia about the second axis": "Trägheitsmoment um die zweite Achse",
    "inertia about the third axis": "Trägheitsmoment um die dritte Achse",
    "inertia of K#": "Trägheitsmoment von K#",
    "inertia of a uniform block": "Trägheitsmoment eines homogenen Quaders",
    "inertia of a uniform disc": "Trägheitsmoment einer homogenen Scheibe",
    "inertia of gear #": "Trägheitsmoment von Zahnrad #",
    "inertia of the crank": "Trägheitsmoment der Kurbel",
    "inertia of the driven roller": "Trägheitsmoment der angetriebenen Rolle",
    "inertia of the load": "Trägheitsmoment der Last",
    "inertia of the motor": "Trägheitsmoment des Motors",
    "inertia of the other roller": "Trägheitsmoment der anderen Rolle",
    "inertia of the pinion": "Trägheitsmoment des Ritzels",
    "inertia of the rod": "Trägheitsmoment der Pleuelstange",
    "inertia of the stirrer": "Trägheitsmoment des Rührers",
    "position of the mass along link #": "Lage der Masse auf Glied #",
    "stiffness of its spring": "Steifigkeit ihrer Feder",
    "time integral of the kinetic energy": "Zeitintegral der kinetischen Energie",
    "amplitude of the force on the tip, along -x and along y": (
        "Amplitude der Kraft am freien Ende, entlang −x und entlang y"
    ),
    "length": "Länge",
    "length of a segment": "Länge eines Segments",
    "length of each link": "Länge jedes Glieds",
    "length of each rod": "Länge jedes Stabs",
    "length of link #": "Länge von Glied #",
    "length of the coupler": "Länge der Koppel",
    "length of the crank": "Länge der Kurbel",
    "length of the massless bar": "Länge der masselosen Stange",
    "length of the pendulum": "Länge des Pendels",
    "length of the pivoted rod": "Länge des drehbar gelagerten Stabs",
    "length of the rocker": "Länge der Schwinge",
    "length of the rod": "Länge des Stabs",
    "length of the sliding rod": "Länge des verschieblichen Stabs",
    "length of the strings": "Länge der Fäden",
    "lever": "Hebel",
    "lever arm on the side of u": "Hebelarm auf der Seite von u",
    "lever arm on the side of z": "Hebelarm auf der Seite von z",
    "mass": "Masse",
    "mass of K#, from K# to P": "Masse von K#, von K# bis P",
    "mass of K#, from the crank to P": "Masse von K#, von der Kurbel bis P",
    "mass of K#, on A": "Masse von K#, an A",
    "mass of K#, on B, with the spring": "Masse von K#, an B, mit der Feder",
    "mass of K#, the crank": "Masse von K#, der Kurbel",
    "mass of a segment": "Masse eines Segments",
    "mass of each ball": "Masse jeder Kugel",
    "mass of each link": "Masse jedes Glieds",
    "mass of each rod": "Masse jedes Stabs",
    "mass of link #": "Masse von Glied #",
    "mass of the bellows' plate": "Masse der Balgplatte",
    "mass of the bob": "Masse des Pendelkörpers",
    "mass of the coupler": "Masse der Koppel",
    "mass of the crank": "Masse der Kurbel",
    "mass of the pad": "Masse der Platte",
    "mass of the pivoted rod": "Masse des drehbar gelagerten Stabs",
    "mass of the planet": "Masse des Planeten",
    "mass of the rocker": "Masse der Schwinge",
    "mass of the rod": "Masse des Stabs",
    "mass of the slider": "Masse des Gleitstücks",
    "mass of the sliding rod": "Masse des verschieblichen Stabs",
    "mass of the wall": "Masse der Wand",
    "mass on link #": "Masse auf Glied #",
    "mass on the belt": "Masse auf dem Band",
    "natural length of the spring": "ungespannte Länge der Feder",
    "number of balls": "Anzahl der Kugeln",
    "number of links": "Anzahl der Glieder",
    "number of loops": "Anzahl der Schleifen",
    "number of segments": "Anzahl der Segmente",
    "integral of the kinetic energy over time": "Zeitintegral der kinetischen Energie",
    "length of the spring": "Länge der Feder",
    "opening of the nozzle": "Öffnung der Düse",
    "opening of the nozzle at y = #": "Öffnung der Düse bei y = #",
    "pinned point, along y": "Lagerpunkt, entlang y",
    "pinned point, along x": "Lagerpunkt, entlang x",
    "plate distance at x# = #": "Plattenabstand bei x# = #",
    "initial pressure": "Anfangsdruck im Balg",
    "pressure before inlet #": "Druck vor Zulauf #",
    "pressure in the bellows": "Druck im Balg",
    "pressure drop across the nozzle": "Druckverlust in der Düse",
    "pressure drop across the orifice": "Druckverlust in der Blende",
    "pressure of the atmosphere": "Atmosphärendruck",
    "radius": "Radius",
    "radius of each ball": "Radius jeder Kugel",
    "radius of the driven roller": "Radius der angetriebenen Rolle",
    "radius of the other roller": "Radius der anderen Rolle",
    "radius of the pinion": "Radius des Ritzels",
    "released from the horizontal; the first mechanism of the IFToMM benchmarks": (
        "aus der Waagerechten losgelassen; der erste Mechanismus der IFToMM-Benchmarks"
    ),
    "released from the horizontal; this gravity makes the period # s": (
        "aus der Waagerechten losgelassen; mit dieser Erdbeschleunigung ist die Periode # s"
    ),
    "resistance": "Widerstand",
    "resistance of the motor": "Widerstand des Motors",
    "resistance of the solenoid": "Widerstand der Spule",
    "coefficient of restitution": "Stoßzahl",
    "coefficient of restitution of slow impacts": "Stoßzahl langsamer Stöße",
    "side of the square cross-section of the rods": "Seite des quadratischen Stabquerschnitts",
    "angle of the slope": "Neigungswinkel",
    "source voltage": "Quellenspannung",
    "initial speed": "Anfangsgeschwindigkeit",
    "landing speed": "Auftreffgeschwindigkeit",
    "speed of the belt": "Geschwindigkeit des Bandes",
    "initial speed of the blade": "Anfangsgeschwindigkeit der Kufe",
    "initial speed of the top of the first rod": ("Anfangsgeschwindigkeit des oberen Endes des ersten Stabs"),
    "initial spin": "Anfangswinkelgeschwindigkeit um die Achse",
    "stiffness of the spring": "Federsteifigkeit",
    "stiffness of the bellows": "Federkonstante des Balgs",
    "stiffness of the wall": "Federkonstante der Wand",
    "stiffness of the spring to the wall": "Konstante der Feder zur Wand",
    "stiffness of each spring": "Steifigkeit jeder Feder",
    "stiffness of shaft #": "Steifigkeit der Welle #",
    "stiffness of the belt": "Steifigkeit des Bandes",
    "stiffness of the mat": "Steifigkeit der Matte",
    "supply pressure": "Versorgungsdruck",
    "number of teeth of gear #": "Zähnezahl von Zahnrad #",
    "temperature of inlet #, above the surroundings": "Temperatur des Zulaufs # über der Umgebung",
    "temperature of the air": "Lufttemperatur",
    "temperature of the surroundings": "Umgebungstemperatur",
    "temperature source": "Temperaturquelle",
    "temperature source in the tank": "Temperaturquelle im Behälter",
    "rise above the surroundings": "Übertemperatur gegen die Umgebung",
    "angular frequency of the force": "Kreisfrequenz der Kraft",
    "the index # test of MEBDFDAE": "der Index-#-Test von MEBDFDAE",
    "thermal capacitance: entropy per temperature": "thermische Kapazität: Entropie je Temperatur",
    "thermal resistance of inlet #": "Wärmewiderstand des Zulaufs #",
    "initial value of theta#": "Anfangswert von theta#",
    "initial tilt": "Anfangsneigung",
    "torque of the motor": "Motormoment",
    "torque constant of the motor": "Drehmomentkonstante des Motors",
    "torque on the crank": "Moment an der Kurbel",
    "torque on the driven roller": "Moment an der angetriebenen Rolle",
    "torque constant": "Drehmomentkonstante",
    "initial rate across the axis": "Anfangswinkelgeschwindigkeit quer zur Achse",
    "initial angular velocity": "Anfangswinkelgeschwindigkeit",
    "two thirds of a turn": "zwei Drittel eines Umlaufs",
    "voltage of the motor": "Motorspannung",
    "voltage of the solenoid": "Spulenspannung",
    "volume of air per weight": "spezifisches Volumen der Luft (je Gewicht)",
    "weight of air per volume": "Wichte der Luft",
    "time of the step": "Zeitpunkt des Sprungs",
    "switch-on time of the motor": "Einschaltzeitpunkt des Motors",
    "Seven bodies in a plane. At the point P meet K# from the crank, K# from B, K# and K# from A.": (
        "Sieben Körper in der Ebene. Im Punkt P treffen sich K# von der Kurbel, K# von B sowie K# und K# "
        "von A."
    ),
    "Five rods and the ground along the edges of a cube; the hinges lie along Y, Z, X, Y, Z, X.": (
        "Fünf Stäbe und das Gestell entlang der Kanten eines Würfels; die Drehachsen liegen entlang Y, Z, "
        "X, Y, Z, X."
    ),
    "The top turns about a fixed point; its axis is the y axis of the body, its mass centre lies on it.": (
        "Der Kreisel dreht sich um einen festen Punkt; seine Achse ist die y-Achse des Körpers, auf ihr "
        "liegt der Schwerpunkt."
    ),
    "The planet starts at its perihelion; half of the long axis is # m, so it is back after # pi s.": (
        "Der Planet startet im Perihel; die große Halbachse ist # m, also kehrt er nach # pi s zurück."
    ),
    "Displacements are drawn # times larger than they are.": (
        "Verschiebungen sind #-fach vergrößert gezeichnet."
    ),
    "Gears that turn together stand side by side; a tooth is drawn as a tenth of a radius.": (
        "Gemeinsam drehende Zahnräder stehen nebeneinander; ein Zahn ist ein Zehntel des Radius."
    ),
    "The ball bounces ever faster, infinitely often, and comes to rest on the floor.": (
        "Der Ball springt immer schneller, unendlich oft, und kommt auf dem Boden zur Ruhe."
    ),
    "blade": "Kufe",
    "coupler": "Koppel",
    "crank": "Kurbel",
    "rocker": "Schwinge",
    "rod": "Stange",
    "load": "Last",
    "motor": "Motor",
    "Displacements are drawn four times as large, and so is the pinion.": (
        "Verschiebungen und Ritzel sind vierfach vergrößert gezeichnet."
    ),
    "Displacements of the lever are drawn # times as large.": (
        "Verschiebungen des Hebels sind #-fach vergrößert gezeichnet."
    ),
    "bellows pressure": "Balgdruck",
    "core": "Kern",
    "inlet #": "Zulauf #",
    "motor current": "Motorstrom",
    "nozzle": "Düse",
    "orifice": "Blende",
    "source current": "Quellenstrom",
    "temperature": "Temperatur",
    "through inlet #": "durch Zulauf #",
    "voltage of c#": "Spannung an c#",
}
