/* The numbers of a picture at any time, straight between its frames. */
const MISSING = -32768; // stands for a number that is not finite

class Numbers {
  constructor(data) {
    const { times, columns } = data;
    this.frames = times.count || times.length;
    if (times.count) data.times = [...this.decode(atob(times.steps), 1)].map((k) => times.first + k * times.step);
    this.times = data.times;
    this.columns = columns;
    this.codes = this.decode(atob(data.numbers), columns.filter((column) => column.length > 1).length);
    this.seek(this.times[0]);
  }

  /* Second differences along each column, 7 bits in a byte, the least first; the sign is the last bit. */
  decode(raw, count) {
    const codes = new Int32Array(count * this.frames);
    let byte = 0;
    for (let column = 0; column < count; column++) {
      let [value, slope] = [0, 0];
      for (let frame = 0; frame < this.frames; frame++) {
        let [sum, place, own] = [0, 1, 0];
        do {
          own = raw.charCodeAt(byte++);
          sum += (own & 127) * place;
          place *= 128;
        } while (own & 128);
        slope += sum % 2 ? -(sum + 1) / 2 : sum / 2;
        value += slope;
        if (frame === 0) slope = 0;
        codes[column * this.frames + frame] = value;
      }
    }
    return codes;
  }

  /* The frames about a time, and how far it is from one to the next. */
  around(time) {
    const t = this.times;
    let low = 0;
    let high = this.frames - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (t[middle] <= time) low = middle;
      else high = middle;
    }
    return [low, high, high > low ? Math.min(1, Math.max(0, (time - t[low]) / (t[high] - t[low]))) : 0];
  }

  seek(time) {
    [this.frame, this.next, this.part] = this.around(time);
  }

  at(column) {
    return this.between(column, this.frame, this.next, this.part);
  }

  when(column, time) {
    return this.between(column, ...this.around(time));
  }

  between(column, frame, next, part) {
    const a = this.in(column, frame);
    return part === 0 ? a : a + (this.in(column, next) - a) * part;
  }

  in(column, frame) {
    if (this.live) return this.live[column][frame];
    const own = this.columns[column];
    if (own.length === 1) return own[0];
    const code = this.codes[own[2] * this.frames + frame];
    return code === MISSING ? NaN : own[0] + own[1] * code;
  }
}

const language = { mark: "." }; // the decimal mark of the player that is drawn

/* Digits as they are printed: with the decimal mark of the language, and a minus that is no hyphen. */
const printed = (digits) => digits.replace("-", "−").replace(".", language.mark);
const raised = (power) => [...power].map((sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign])).join("");

/* A number in four digits; what is nothing against `size` is 0. */
function shown(value, size = 0) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0 || Math.abs(value) < 1e-9 * size) return "0";
  const far = Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6;
  const [digits, power] = value.toExponential(3).split("e");
  if (!far) return printed(String(parseFloat(value.toPrecision(4))));
  const ten = `10${raised(String(Number(power)))}`;
  return parseFloat(digits) === 1 ? ten : `${printed(String(parseFloat(digits)))}·${ten}`;
}

const finite = (...spots) => spots.every((spot) => Number.isFinite(spot[0]) && Number.isFinite(spot[1]));
