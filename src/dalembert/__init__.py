"""dalembert: energies in, motion out."""

from dalembert.flow import derive, check, model, read
