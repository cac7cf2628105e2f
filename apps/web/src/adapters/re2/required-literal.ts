/** Minimum length of the text. Shorter texts occur in nearly every line. */
const SHORTEST = 3;

/** Ignoring case, RE2 matches `ſ` with s and the Kelvin sign with k; other engines may not. */
const FOLDED_ODDLY = /[ks]/i;
const ASCII_LETTER_OR_DIGIT = /[A-Za-z0-9]/;
/** Escapes of classes and positions, which stand for no fixed character. */
const CLASS_OR_PLACE = /[dDwWsSbBAz]/;
const REPETITION = /^\{\d+(?:,\d*)?\}/;

/** Returns the index after the closing bracket of the class that begins at `from`. */
const classEnd = (source: string, from: number): number => {
  let at = from + 1;
  if (source[at] === '^') at += 1;
  if (source[at] === ']') at += 1;
  while (at < source.length && source[at] !== ']') {
    if (source[at] === '\\') at += 2;
    else if (source.startsWith('[:', at)) at = Math.max(at, source.indexOf(':]', at)) + 2;
    else at += 1;
  }
  return at + 1;
};

/** Returns the index after the closing bracket of the group that begins at `from`. */
const groupEnd = (source: string, from: number): number => {
  let depth = 0;
  let at = from;
  while (at < source.length) {
    if (source[at] === '\\') at += 2;
    else if (source[at] === '[') at = classEnd(source, at);
    else {
      if (source[at] === '(') depth += 1;
      if (source[at] === ')') depth -= 1;
      at += 1;
      if (depth === 0) return at;
    }
  }
  return at;
};

/**
 * Returns a text that every match of a valid pattern contains, or undefined if none is known. Groups, alternatives and
 * rare escapes are not examined.
 */
export const requiredLiteral = (source: string, isCaseSensitive: boolean): string | undefined => {
  if (source.includes('(?') || source.includes('\\Q')) return undefined;
  let best = '';
  let run = '';
  const end = (): void => {
    if (run.length > best.length) best = run;
    run = '';
  };
  const add = (character: string): void => {
    const isPlain = character >= ' ' && character <= '~';
    if (isPlain && (isCaseSensitive || !FOLDED_ODDLY.test(character))) run += character;
    else end();
  };
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    const next = source.charAt(at + 1);
    if (character === '|') return undefined;
    if (character === '\\') {
      if (!ASCII_LETTER_OR_DIGIT.test(next)) add(next);
      else if (CLASS_OR_PLACE.test(next)) end();
      else return undefined;
      at += 2;
    } else if (character === '[' || character === '(') {
      end();
      at = (character === '[' ? classEnd : groupEnd)(source, at);
    } else if (character === '*' || character === '?' || character === '{') {
      run = run.slice(0, -1); // the repeated character may be absent
      end();
      at += REPETITION.exec(source.slice(at))?.[0].length ?? 1;
    } else {
      if (character === '.' || character === '^' || character === '$' || character === '+') end();
      else add(character);
      at += 1;
    }
  }
  end();
  return best.length < SHORTEST ? undefined : best;
};
