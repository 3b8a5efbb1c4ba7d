"""`python -m dalembert.cli` is `dalembert`."""

from dalembert.cli import main

main()
