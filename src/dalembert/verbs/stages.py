"""The stages of `run` and `report`, in their order, with descriptions."""

STAGES = {
    "check": "checking the model",
    "derive": "deriving and verifying the equations",
    "simulate": "simulating",
    "analyse": "looking for equilibria and natural frequencies",
    "write": "writing the equations and the motion",
    "draw": "drawing",
    "report": "writing the report",
    "typeset": "typesetting the PDF",
}
