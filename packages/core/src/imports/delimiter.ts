/** The separators of fields, the more usual first. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const SAMPLE_LINES = 200;

/** Returns the number of fields of each line for a separator. Separators inside of quotes do not count. */
const fieldCounts = (text: string, delimiter: string): readonly number[] => {
  const counts: number[] = [];
  let fields = 1;
  let isQuoted = false;
  let isEmpty = true;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\n' && !isQuoted) {
      if (!isEmpty) counts.push(fields);
      if (counts.length === SAMPLE_LINES) break;
      fields = 1;
      isEmpty = true;
      continue;
    } else if (character === delimiter && !isQuoted) fields += 1;
    isEmpty = false;
  }
  if (!isEmpty && counts.length < SAMPLE_LINES) counts.push(fields);
  return counts;
};

/** Returns the most frequent number, the first of several. */
export const mostFrequent = (numbers: readonly number[]): number | undefined => {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
};

/** The line with which Excel names the separator. */
const NAMED = /^\uFEFF?sep=(.)\n/i;

/** Determines the separator: the one that divides most lines into the same number of fields. */
export const sniffDelimiter = (text: string): Delimiter => {
  const named = DELIMITERS.find((each) => each === NAMED.exec(text)?.[1]);
  if (named !== undefined) return named;
  const scores = DELIMITERS.map((delimiter) => {
    const counts = fieldCounts(text, delimiter);
    const fields = mostFrequent(counts) ?? 1;
    const share = counts.filter((count) => count === fields).length / Math.max(1, counts.length);
    return { delimiter, score: fields < 2 ? 0 : share + Math.min(fields, 1_000) / 1e4 };
  });
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).delimiter;
};
