/** Shorter ones are in nearly every line. */
const SHORTEST = 3;

/** RE2 takes `ſ` for an s and the Kelvin sign for a k when case does not count; other engines may not. */
const FOLDED_ODDLY = /[ks]/i;
const ASCII_LETTER_OR_DIGIT = /[A-Za-z0-9]/;
/** Classes and places: two characters that say nothing of the text's own. */
const CLASS_OR_PLACE = /[dDwWsSbBAz]/;
const REPETITION = /^\{\d+(?:,\d*)?\}/;

/** Where the class that begins at `from` ends: behind its bracket. */
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

/** Where the group that begins at `from` ends: behind its bracket. */
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
 * A text that is in whatever a valid pattern matches; undefined where none is known. It errs on that side: groups, choices
 * and rare escapes are not looked into.
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
      run = run.slice(0, -1); // it may be absent
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
