import type { Entry } from './entry.ts';
import { meaningsOf } from './meaning.ts';
import { valueOf } from './quantity.ts';

/** An entry whose key may have groups before it: `pv/voltage`. */
export const entry = (path: string, text: string): Entry => {
  const names = path.split('/');
  return { groups: names.slice(0, -1), key: names.at(-1) ?? '', value: valueOf(text, 'point') };
};

/** Returns the meaning of one entry as `soc 6`: its name and its score. Undefined without a meaning. */
export const meaning = (path: string, text: string): string | undefined => {
  const [found] = meaningsOf([entry(path, text)]);
  return found === undefined ? undefined : `${found.to} ${found.score}`;
};
