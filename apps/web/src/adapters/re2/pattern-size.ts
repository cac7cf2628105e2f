/**
 * Counts the instructions of a pattern's program from its text, before it is compiled. The program can be large:
 * `(.?){1000}` 90 times has fewer than 1,000 characters, but 360,000 instructions, and takes seconds to compile. The
 * count is off by a few instructions per repetition at most.
 */
export const patternSize = (source: string): number => {
  /** Sizes of the groups that enclose the current position. */
  const outer: number[] = [];
  let size = 0;
  /** Size of the last atom, which a repetition would repeat. */
  let last = 0;
  const atom = (instructions: number): void => {
    size += instructions;
    last = instructions;
  };
  const token =
    /\\Q([\s\S]*?)(?:\\E|$)|\\(?:[pPx]\{[^}]*\}|[\s\S]|$)|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]?|\((?:\?(?:P?<\w+>|[a-zA-Z-]*:?))?|\)|\||\{(\d+)(,?)(\d*)\}|[*+?]|[\s\S]/gy;
  for (const { 0: text, 1: literal, 2: least, 3: comma, 4: most } of source.matchAll(token)) {
    if (literal !== undefined) atom(literal.length);
    else if (text.startsWith('(')) {
      outer.push(size);
      size = 0;
      last = 0;
    } else if (text === ')') {
      const group = size + 2;
      size = outer.pop() ?? 0;
      atom(group);
    } else if (least !== undefined) {
      const [from, to] = [Number(least), Number(most === '' ? least : most)];
      const copies = Math.max(1, from, to);
      const splits = comma === '' ? 0 : Math.max(1, to - from);
      const repeated = last * copies + splits;
      size += repeated - last;
      last = repeated;
    } else if (text === '|' || (/^[*+?]$/.test(text) && last > 0)) {
      size += 1;
      if (text !== '|') last += 1;
    } else atom(1);
  }
  return outer.reduce((sum, each) => sum + each, size);
};
