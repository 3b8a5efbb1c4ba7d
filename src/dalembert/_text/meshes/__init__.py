"""Meshes of bodies: files of triangles, whether they bound a body, and its volume, centre and inertia."""
