"""Networks of elements: circuits, pipes and paths of heat, with their flows as coordinates of a model."""
