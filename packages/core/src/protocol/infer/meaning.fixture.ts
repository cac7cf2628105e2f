import { withNaN } from './absent-value.ts';
import type { Entry } from './entry.ts';
import { meaningsOf, type Meaning, type Meant } from './meaning.ts';
import { valueOf } from './quantity.ts';

/** Creates the meaning of a value by its name and text, as the words of its name would give it. */
export const meant = (
  to: Meant,
  name: string,
  text: string,
  rest: Partial<Omit<Meaning, 'to' | 'name' | 'entry'>> = {},
): Meaning => {
  const entry: Entry = withNaN({ groups: [], key: name, value: valueOf(text, 'point') });
  return {
    to,
    name,
    entry,
    score: 1,
    index: undefined,
    pack: undefined,
    stem: name.replace(/ ?\d+$/, ''),
    unit: entry.value.numbers[0]?.unit,
    words: name.toLowerCase(),
    isBattery: false,
    isOutput: false,
    ...rest,
  };
};

/** Returns the candidates among these meanings, as a record has them. */
export const candidates =
  (...meanings: readonly Meaning[]) =>
  (...wanted: readonly Meant[]): readonly Meaning[] =>
    meanings.filter(({ to }) => wanted.includes(to));

/** Creates an entry. Its path may have groups before the key: `pv/voltage`. */
export const entry = (path: string, text: string): Entry => {
  const names = path.split('/');
  return { groups: names.slice(0, -1), key: names.at(-1) ?? '', value: valueOf(text, 'point') };
};

/** Returns the meaning of one entry as `soc 6`: its name and its score. Undefined without a meaning. */
export const meaning = (path: string, text: string): string | undefined => {
  const [found] = meaningsOf([entry(path, text)]);
  return found === undefined ? undefined : `${found.to} ${found.score}`;
};
