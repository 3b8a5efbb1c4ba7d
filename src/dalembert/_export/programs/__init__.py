"""Programs that simulate a model without dalembert, in other languages; one file each."""
