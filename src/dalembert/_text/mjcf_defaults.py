"""Defaults of MJCF files: classes of attributes that apply where an element does not give its own."""

from __future__ import annotations

from dalembert._text.xml_reader import Element, XmlReader

MAIN = "main"
Attributes = dict[str, str]


class Defaults:
    """The attributes of each class, by the names of elements; a class inherits those of the enclosing one."""

    def __init__(self) -> None:
        self.classes: dict[str, dict[str, Attributes]] = {MAIN: {}}

    def read(self, root: Element, xml: XmlReader) -> None:
        """All classes of a file."""
        stack = [(one, MAIN) for one in root.all("default")]
        stack = [(one, "") for one, _ in reversed(stack)]
        while stack:
            element, above = stack.pop()
            name = element.attributes.get("class", "" if above else MAIN)
            if not name:
                xml.refuse("a class of defaults inside of another needs a name", element.line, 'class="arm"')
                continue
            settings = self.classes.setdefault(name, {})
            for kind, given in self.classes.get(above, {}).items():
                settings[kind] = {**given, **settings.get(kind, {})}
            inner = []
            for one in element.inner:
                if one.name == "default":
                    inner.append((one, name))
                else:
                    settings[one.name] = {**settings.get(one.name, {}), **one.attributes}
            stack += reversed(inner)

    def of(self, element: Element, child_class: str, xml: XmlReader) -> Attributes:
        """The attributes of an element with those of its class."""
        name = element.attributes.get("class", child_class) or MAIN
        if name not in self.classes:
            known = ", ".join(self.classes)
            xml.refuse(
                f"there is no class `{name[:40]}` of defaults", element.line, f"there are {known[:200]}"
            )
            name = MAIN
        return {**self.classes[name].get(element.name, {}), **element.attributes}
