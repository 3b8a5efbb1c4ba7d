"""Budgets of a text model: they bound time and memory for any file, also a hostile one."""

FILE_BYTES = 1 << 20
TOKENS = 200_000  # in one model
DEPTH = 200  # of an expression
CHAIN = 2000  # length of chains of definitions that use definitions, plus one for each kinetic energy
NODES = 1_250_000  # of one model: contacts of 200 bodies, each with all others
STEPS = 2_000_000  # of expanding indices, sums, vectors and functions in one model
MEMBERS = 100_000  # of all families of one model
# Added for each body, joint and element, of which there are at most MEMBERS: they are expanded to texts.
BODY_TOKENS = 600
BODY_NODES = 1000
BODY_LETTERS = 5000
PARTS = 2000  # uses of models as parts, a family counted once
PART_DEPTH = 8  # nesting of parts
PART_LETTERS = 1 << 22  # characters of all expanded parts
DERIVED = 2_000_000  # nodes of the derivatives in printed equations
TOML_DEPTH = 32  # nesting of arrays and tables
SCENE_POINTS = 12_000
SCENE_SHAPES = 12_000  # of each kind
SCENE_ENDS = 50_000  # points of all shapes
SCENE_LETTERS = 200  # characters of one text
TABLE_CALLS = 60_000  # numbers of tables, counted for every call
TABLE_NUMBERS = 20_000  # coefficients of one table: 4 for each cell of a curve of cubics, 16 for one of a map
DELAYS = 1000  # delayed values of one model
INTEGRALS = 2  # the nesting of integrals that are sums
INTEGRAND = 60_000  # nodes of one integral, its integrand counted for every node of the sum
FINEST = 200_000  # the same with more panels
RESULTS = 40  # forces and accelerations on which others depend: they are solved as one dense system
MESH_BYTES = 64 << 20  # of one mesh file
MESH_TRIANGLES = 500_000  # of one mesh file
MESHES_TRIANGLES = 1_000_000  # of all bodies of one model
