/* A small box beside the pointer with names and values. */
class Tip {
  constructor(root, box) {
    Object.assign(this, { root, box });
  }

  /* Rows of [name, value, colour] under a heading. */
  show(heading, rows, event) {
    const line = (parts) => {
      const row = document.createElement("div");
      for (const [text, kind] of parts) {
        const own = document.createElement("span");
        own.textContent = text;
        own.className = kind;
        row.append(own);
      }
      return row;
    };
    this.box.replaceChildren(
      line([[heading, "dlb-tip-head"]]),
      ...rows.map(([name, value, ink]) => line([[name, ink ? `dlb-key dlb-k${ink}` : ""], [value, "dlb-tip-value"]])),
    );
    this.box.hidden = false;
    const [around, own] = [this.root.getBoundingClientRect(), this.box.getBoundingClientRect()];
    const x = event.clientX - around.left;
    const y = event.clientY - around.top;
    const left = x + 14 + own.width > around.width ? x - 14 - own.width : x + 14;
    this.box.style.left = `${Math.max(0, left)}px`;
    this.box.style.top = `${Math.max(0, Math.min(y + 12, around.height - own.height))}px`;
  }

  hide() {
    this.box.hidden = true;
  }
}
