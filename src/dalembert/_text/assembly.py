"""A table of parts and joints as CSV, as 3D modelling programs export assemblies, to plain values.

A row is a part, a joint or the direction of gravity, by its `kind`. All positions are in the axes of the
assembly as it is put together, where the values of all joints are zero: these axes are those of every body,
and their origin is that of every body. The head of a column has its unit in brackets: x [mm].
"""

from __future__ import annotations

import io
import re
from pathlib import Path as FilePath
from typing import Any

from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.suggest import nearest
from dalembert._text.budget import MEMBERS
from dalembert._text.csv_rows import rows_in
from dalembert._text.files import FileFault
from dalembert._text.written import Written
from dalembert._text.xml_reader import free_name, plain_name

JOINTS = ("pin", "slider", "weld", "free", "ball", "cylinder", "planar", "universal")
KINDS = ("part", "gravity", *JOINTS)
TEXTS = ("kind", "name", "mesh", "mesh unit", "first", "second", "axis")  # columns without a unit
PLACE, TENSOR = ("x", "y", "z"), ("Jxx", "Jyy", "Jzz", "Jxy", "Jxz", "Jyz")
AMOUNTS = ("mass", "density", *PLACE, *TENSOR)  # columns with a unit
ALONE = ("free", "ball", "universal", "weld")  # joints without an axis here
GROUND, FALL = "ground", 9.81
_HEAD = re.compile(r"\s*([^\[\]]*?)\s*(?:\[([^\[\]]*)\])?\s*")
_LETTER = re.compile(r"-?[xyz]")
Cells = dict[str, str]  # the cells of a row that are not empty, by their columns


def read_assembly(
    text: str, name: str = "", folder: FilePath | None = None
) -> tuple[Written, tuple[Flaw, ...]]:
    """The sections of an assembly, and notes on what was assumed."""
    reader = _AssemblyReader(name)
    values = reader.sections(text)
    errors = tuple(flaw for flaw in reader.flaws if flaw.severity == "error")
    if errors:
        raise ModelError(errors)
    return Written(values=values, folder=folder), tuple(reader.flaws)


class _AssemblyReader:
    """Reads one table; collects flaws with their lines."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.flaws: list[Flaw] = []
        self.units: dict[str, str] = {}  # of columns
        self.bodies: dict[str, Any] = {}
        self.joints: dict[str, Any] = {}
        self.named = {GROUND: GROUND}  # parts by the names in the table
        self.labels: set[str] = set()  # of joints in the table
        self.fall: list[float] = []

    def sections(self, text: str) -> dict[str, Any]:
        """The sections of the model file: parts first, since joints may stand before them."""
        rows = self._rows(text)
        for line, cells in rows:
            if cells["kind"] == "part":
                self._part(line, cells)
        for line, cells in rows:
            if cells["kind"] == "gravity":
                self._gravity(line, cells)
            elif cells["kind"] in JOINTS:
                self._joint(line, cells)
        if not self.bodies and not self.flaws:
            self._refuse(0, "it has no parts", "give each part a row of the kind part")
        if not self.fall:
            self.fall = [0, 0, -FALL]
            hint = "add a row of the kind gravity with the axis along which things fall, as -y"
            self._note("gravity acts along -z", hint)
        bodies = {"space": 3, "gravity": self.fall, **self.bodies}
        return {"format": 1, "title": FilePath(self.name).stem, "bodies": bodies, "joints": self.joints}

    def _rows(self, text: str) -> list[tuple[int, Cells]]:
        """The rows below the head, each with its line."""
        try:
            whole = rows_in(io.StringIO(text.removeprefix("\ufeff")), self.name, MEMBERS)
        except FileFault as fault:
            self._refuse(0, fault.message, fault.hint)
            return []
        heads = [_HEAD.fullmatch(cell) for cell in whole[0][1]] if whole else []
        columns = [head[1] if head is not None else "" for head in heads]
        if "kind" not in columns or "name" not in columns:
            hint = "begin with kind,name,mass [kg],x [mm],y [mm],z [mm],first,second,axis"
            self._refuse(1, "a table of parts and joints has the columns kind and name", hint)
            return []
        for column, head in zip(columns, heads, strict=True):
            self._head(column, head[2] if head is not None else None)
            if columns.count(column) > 1 and column:
                self._refuse(1, f"there are {columns.count(column)} columns `{column}`", "delete one")
        rows = [
            (line, {c: v.strip() for c, v in zip(columns, cells, strict=False) if v.strip()})
            for line, cells in whole[1:]
        ]
        for line, cells in rows:
            kind = cells.get("kind", "")
            if kind not in KINDS:
                near = nearest(kind, KINDS)
                hint = f"did you mean `{near}`?" if near else f"known are {', '.join(KINDS)}"
                self._refuse(line, f"there is no kind `{kind[:40]}` of rows", hint)
        return [(line, cells) for line, cells in rows if cells.get("kind", "") in KINDS]

    def _head(self, column: str, unit: str | None) -> None:
        """Note the unit of a column; it is refused where it is missing, or where the column is not known."""
        if column in AMOUNTS and unit:
            self.units[column] = unit
        elif column in AMOUNTS:
            self._refuse(1, f"the column `{column}` has no unit", f"write {column} [{_example(column)}]")
        elif column not in TEXTS and column:
            near = nearest(column, (*TEXTS, *AMOUNTS))
            hint = f"did you mean `{near}`?" if near else f"known are {', '.join((*TEXTS, *AMOUNTS))}"
            self._refuse(1, f"there is no column `{column[:40]}` in a table of parts and joints", hint)

    # -- rows ------------------------------------------------------------------------------------

    def _part(self, line: int, cells: Cells) -> None:
        name = self._name(line, cells, self.bodies)
        if name is None:
            return
        self.named[cells["name"]] = name
        body = self.bodies[name] = dict[str, Any]()
        given = {key: self._amount(line, cells, key) for key in ("mass", "density") if key in cells}
        if "mesh" in cells:
            unit = {"unit": cells["mesh unit"]} if "mesh unit" in cells else {}
            body["mass"] = {"mesh": cells["mesh"], **unit, **given}
        elif "mass" in given and "density" not in given:
            body["mass"] = given["mass"]
        else:
            what = "a density, but no mesh" if "density" in given else "no mass"
            self._refuse(line, f"the part `{cells['name']}` has {what}", "give it a mass, or a mesh")
        if any(key in cells for key in PLACE):
            body["centre"] = self._place(line, cells)
        if any(key in cells for key in TENSOR):
            xx, yy, zz, xy, xz, yz = (self._amount(line, cells, key) for key in TENSOR)
            body["inertia"] = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
            for key in TENSOR[:3]:
                if key not in cells:
                    self._refuse(line, f"the part `{cells['name']}` has no {key}", "give all three moments")
        for key in ("first", "second", "axis"):
            if key in cells:
                self._refuse(line, f"a part has no `{key}`", "it belongs to joints")

    def _joint(self, line: int, cells: Cells) -> None:
        name, ends = self._name(line, cells, self.joints), []
        for key in ("first", "second"):
            part = cells.get(key, "")
            if part not in self.named:
                near = nearest(part, tuple(self.named))
                hint = f"did you mean `{near}`?" if near else "name a part of the table, or ground"
                self._refuse(line, f"`{part[:40]}` ({key}) is no part of the table", hint)
            else:
                ends.append(self.named[part])
        for key in ("mass", "density", "mesh", "mesh unit", *TENSOR):
            if key in cells:
                self._refuse(line, f"a joint has no `{key}`", "it belongs to parts")
        if name is None or len(ends) < 2:
            return
        entry: dict[str, Any] = {"kind": cells["kind"], "between": ends}
        if any(key in cells for key in PLACE):
            at = self._place(line, cells)
            entry["between"] = [self._point(end, name, at) for end in ends]
        elif cells["kind"] != "free":
            self._refuse(line, f"the joint `{cells['name']}` has no place", "give its x, y and z")
        if "axis" in cells:
            entry["axis"] = self._axis(line, cells["axis"])
        elif cells["kind"] not in ALONE:
            self._refuse(line, f"the joint `{cells['name']}` has no axis", "write x, -z, or 0 0.6 0.8")
        self.joints[name] = entry

    def _gravity(self, line: int, cells: Cells) -> None:
        axis = self._axis(line, cells.get("axis", ""))
        if isinstance(axis, str):
            axis = [(-1.0 if axis[0] == "-" else 1.0) * (letter == axis[-1]) for letter in "xyz"]
        length = sum(one * one for one in axis) ** 0.5 or 1.0
        if self.fall:
            self._refuse(line, "gravity is given twice", "delete one of the rows")
        self.fall = [FALL * one / length + 0.0 for one in axis]

    def _point(self, body: str, joint: str, at: list[Any]) -> str:
        """A point of a body, or of the ground, for a joint."""
        points = self.bodies.setdefault(body, {}).setdefault("points", {})
        name = free_name(joint if joint not in PLACE else f"{joint}_", points)
        points[name] = at
        return f"{body}.{name}"

    # -- cells -----------------------------------------------------------------------------------

    def _name(self, line: int, cells: Cells, known: dict[str, Any]) -> str | None:
        """The name in the model of what a row describes; None, and a flaw, where it has none of its own."""
        label = cells.get("name", "")
        if not label:
            self._refuse(line, f"this {cells['kind']} has no name", "give each row its own name")
            return None
        if label in (self.named if known is self.bodies else self.labels):
            self._refuse(line, f"the name `{label[:40]}` is there twice", "give each row its own name")
            return None
        if known is self.joints:
            self.labels.add(label)
        taken = {GROUND, "space", "gravity", "coordinates", *self.bodies, *self.joints}
        return free_name(plain_name(label), taken)

    def _place(self, line: int, cells: Cells) -> list[Any]:
        missing = [key for key in PLACE if key not in cells]
        if missing:
            self._refuse(line, f"`{cells.get('name', '')}` has no {missing[0]}", "give x, y and z, 0 too")
        return [self._amount(line, cells, key) for key in PLACE]

    def _amount(self, line: int, cells: Cells, key: str) -> Any:
        """The number in a cell with the unit of its column; 0 where the cell is empty."""
        text = cells.get(key, "0")
        try:
            number = float(text) if "_" not in text else float("nan")
        except ValueError:
            number = float("nan")
        if not abs(number) < float("inf"):
            self._refuse(line, f"`{text[:40]}` in the column {key} is no number", "write it as 9.81")
            return 0
        return {"value": number, "unit": self.units.get(key, "1")} if number else 0

    def _axis(self, line: int, text: str) -> Any:
        """A letter, or three numbers."""
        if _LETTER.fullmatch(text):
            return text
        try:
            numbers = [float(one) for one in text.split()]
        except ValueError:
            numbers = []
        if len(numbers) != 3 or not any(numbers) or not all(abs(one) < float("inf") for one in numbers):
            self._refuse(line, f"`{text[:40]}` is no axis", "write x, -z, or 0 0.6 0.8")
            return "z"
        return numbers

    def _refuse(self, line: int, message: str, hint: str) -> None:
        where = f"{self.name}:{line}" if line else self.name
        flaw = Flaw(rule="assembly", severity="error", where=where, message=message, hint=hint)
        self.flaws.append(flaw)

    def _note(self, message: str, hint: str) -> None:
        flaw = Flaw(rule="assembly", severity="note", where=self.name, message=message, hint=hint)
        self.flaws.append(flaw)


def _example(column: str) -> str:
    return {"mass": "kg", "density": "kg/m^3"}.get(column, "mm" if column in PLACE else "kg mm^2")
