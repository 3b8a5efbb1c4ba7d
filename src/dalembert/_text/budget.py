"""Budgets of a text model: they bound time and memory for any file, also a hostile one."""

FILE_BYTES = 1 << 20
TOKENS = 200_000  # in one model
DEPTH = 200  # of an expression
CHAIN = 2000  # of definitions that use definitions, and one more for each kinetic energy
NODES = 1_000_000  # of one model
STEPS = 2_000_000  # of writing out indices, sums, vectors and functions in one model
MEMBERS = 100_000  # of all families of one model
# More for each body, joint and element, of which there are at most MEMBERS: they are written out as texts.
BODY_TOKENS = 600
BODY_NODES = 1000
BODY_LETTERS = 5000
PARTS = 2000  # uses of models in one another, families as one
PART_DEPTH = 8  # of parts inside one another
PART_LETTERS = 1 << 22  # of all parts, written out
DERIVED = 2_000_000  # of the derivatives that printed equations need
TOML_DEPTH = 32  # of arrays and tables inside one another
SCENE_POINTS = 12_000
SCENE_SHAPES = 12_000  # of each kind
SCENE_ENDS = 50_000  # points of all shapes together
SCENE_LETTERS = 200  # of one text
TABLE_CALLS = 60_000  # numbers of tables, counted again wherever one is called
TABLE_NUMBERS = 20_000  # coefficients of one table: 4 for each cell of a curve of cubics, 16 for one of a map
DELAYS = 1000  # delayed values of one model
RESULTS = 40  # forces and accelerations that others depend on: they are solved as one dense system
