# Everything works on a fresh machine with Python >= 3.11 and pip; the tools live in .venv.
PYTHON ?= python3
BIN := .venv/bin
DONE := .venv/.installed

.PHONY: demo test soak lint docs bench goldens wasm clean

demo: $(DONE)
	$(BIN)/dalembert check four_bar
	$(BIN)/dalembert derive electro_mechanical
	$(BIN)/dalembert run four_bar --out demo_run
	@echo "open $(CURDIR)/demo_run/report.html in a browser"

# Programs that tests start begin from bytecode, whatever the environment says.
test soak: export PYTHONDONTWRITEBYTECODE =

test: $(DONE) lint
	$(BIN)/python -m pytest -n 2 --dist worksteal tests
	$(BIN)/mkdocs build --strict --quiet --site-dir .venv/site

soak: $(DONE)
	$(BIN)/python -m pip install --quiet --editable ".[soak]" || echo "heyoka, Pinocchio or MuJoCo cannot be installed here: what needs them is left out"
	$(BIN)/python -m pytest -m soak tests
	$(BIN)/python -m tests.referee --jobs 2

lint: $(DONE)
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy
	$(BIN)/vulture src

goldens: $(DONE)
	$(BIN)/dalembert examples --goldens

docs: $(DONE)
	$(BIN)/python docs/make_gallery.py
	$(BIN)/python docs/make_sources.py
	$(BIN)/python docs/make_map.py
	$(BIN)/python docs/make_benchmarks.py
	$(BIN)/mkdocs build --strict

# The integrator for pages, compiled anew: after changes of the C headers that _compile/page_code.py names.
wasm: $(DONE)
	$(BIN)/python -m pip install --quiet ziglang==$$($(BIN)/python -c "from dalembert._compile.page_code import ZIG; print(ZIG)")
	$(BIN)/python -m dalembert._compile.page_code

bench: $(DONE)
	$(BIN)/python -m pip install --quiet --editable ".[bench]" || echo "some peers cannot be installed here: they are skipped"
	$(BIN)/python -m benchmarks

$(DONE): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable ".[dev,docs]"
	touch $(DONE)

clean:
	rm -rf .venv site demo_run .pytest_cache .mypy_cache .ruff_cache .hypothesis
