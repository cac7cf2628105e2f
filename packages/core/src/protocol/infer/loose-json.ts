/** A value of JSON. Numbers stay text, because `13.0` contains more information than 13. */
export type Loose =
  | { readonly kind: 'number' | 'string' | 'word'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Loose[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Loose])[] };

const MAX_DEPTH = 8;
const MAX_ENTRIES = 2_048;

class Failed extends Error {}

/** Reads one JSON value or a Python literal: single quotes, True, None, a comma before the closing bracket. */
class LooseReader {
  readonly text: string;
  at: number;
  #count = 0;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  #blanks(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at += 1;
  }

  #string(quote: string): string {
    const from = this.at + 1;
    let to = from;
    for (; to < this.text.length && this.text.charAt(to) !== quote; to += 1) {
      if (this.text.charAt(to) === '\\') to += 1;
    }
    if (to >= this.text.length || to - from > 4_096) throw new Failed();
    this.at = to + 1;
    return this.text
      .slice(from, to)
      .replace(/\\u([0-9a-f]{4})|\\(.)/gi, (_, hex: string | undefined, other: string) =>
        hex === undefined ? other : String.fromCharCode(Number.parseInt(hex, 16)),
      );
  }

  #bare(): Loose {
    const pattern = /[^\s,:{}[\]()"']{1,64}/y;
    pattern.lastIndex = this.at;
    const text = pattern.exec(this.text)?.[0];
    if (text === undefined) throw new Failed();
    this.at += text.length;
    return { kind: /^[+-]?[\d.]/.test(text) ? 'number' : 'word', text };
  }

  #next(character: string): boolean {
    this.#blanks();
    if (this.text.charAt(this.at) !== character) return false;
    this.at += 1;
    return true;
  }

  value(depth = 0): Loose {
    if (depth > MAX_DEPTH || (this.#count += 1) > MAX_ENTRIES) throw new Failed();
    this.#blanks();
    const first = this.text.charAt(this.at);
    if (first === '"' || first === "'") return { kind: 'string', text: this.#string(first) };
    if (first === '[' || first === '(') {
      this.at += 1;
      const close = first === '[' ? ']' : ')';
      const items: Loose[] = [];
      while (!this.#next(close)) {
        items.push(this.value(depth + 1));
        if (!this.#next(',')) {
          if (this.#next(close)) break;
          throw new Failed();
        }
      }
      return { kind: 'list', items };
    }
    if (first !== '{') return this.#bare();
    this.at += 1;
    const entries: (readonly [string, Loose])[] = [];
    while (!this.#next('}')) {
      const key = this.value(depth + 1);
      if (key.kind === 'list' || key.kind === 'object' || !this.#next(':')) throw new Failed();
      entries.push([key.text, this.value(depth + 1)]);
      if (!this.#next(',')) {
        if (this.#next('}')) break;
        throw new Failed();
      }
    }
    return { kind: 'object', entries };
  }
}

/** An object or a list found in a text. */
export interface FoundJson {
  readonly from: number;
  readonly to: number;
  readonly value: Loose;
}

/** Limit of brackets that do not open a JSON value. Above it, the text is not JSON. */
const MAX_FAILURES = 16;

const isUseful = (value: Loose): boolean =>
  value.kind === 'object'
    ? value.entries.length > 0
    : value.kind === 'list' && value.items.some((item) => item.kind === 'object' && isUseful(item));

/**
 * Returns every balanced object in the text, in order, whatever is between them. The time is linear, except for a few
 * failed attempts.
 */
export const findJson = (text: string): readonly FoundJson[] => {
  const found: FoundJson[] = [];
  let failures = 0;
  const pattern = /\{\s*(?:["'}\d]|[A-Za-z_]\w{0,40}\s*:)|\[\s*\{/g;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const reader = new LooseReader(text, match.index);
    try {
      const value = reader.value();
      if (isUseful(value)) found.push({ from: match.index, to: reader.at, value });
      pattern.lastIndex = reader.at;
    } catch (thrown) {
      if (!(thrown instanceof Failed) || (failures += 1) > MAX_FAILURES) break;
    }
  }
  return found;
};
