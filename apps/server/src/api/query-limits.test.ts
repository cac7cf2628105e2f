import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { documentLimits, queryLimits } from './query-limits.ts';

const schema = buildSchema('type Query { a: Query, b(x: Int): Int }');
const errorsOf = (text: string): readonly string[] =>
  validate(schema, parse(text), documentLimits).map(({ message }) => message);
const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
/** Returns a document of `levels` nested fields. */
const nested = (levels: number): string =>
  `${times(levels - 1, () => '{ a')} { b } ${times(levels - 1, () => '}')}`;

const { depth, aliases, rootFields } = queryLimits;
const tooDeep = [`The document has more than ${depth} levels.`];

describe('[SV-03] the limits of a document', () => {
  it('a document may reach each limit for depth, aliases and width, but not exceed it', () => {
    expect(errorsOf(nested(depth))).toEqual([]);
    expect(errorsOf(nested(depth + 1))).toEqual(tooDeep);
    expect(errorsOf(`{ ${times(aliases, (i) => `x${i}: b`)} }`)).toEqual([]);
    expect(errorsOf(`{ ${times(aliases + 1, (i) => `x${i}: b`)} }`)).toHaveLength(1);
    expect(errorsOf(`{ ${times(rootFields, () => 'b')} }`)).toEqual([]);
    expect(errorsOf(`{ ${times(rootFields + 1, () => 'b')} }`)).toHaveLength(1);
  });

  it('depth and aliases inside fragments are counted', () => {
    const fragment = (levels: number) => `fragment F on Query ${nested(levels)}`;
    expect(errorsOf(`{ a { ...F } } ${fragment(depth - 1)}`)).toEqual([]);
    expect(errorsOf(`{ a { ...F } } ${fragment(depth)}`)).toEqual(tooDeep);
    expect(errorsOf(`{ a { ... on Query ${nested(depth)} } }`)).toEqual(tooDeep);
    const aliased = times(aliases, (i) => `x${i}: b`);
    expect(errorsOf(`{ y: b ...F } fragment F on Query { ${aliased} }`)).toHaveLength(1);
  });

  it('each fragment is measured once, so fragments that are spread twice do not take 2^n steps', () => {
    const chain = times(200, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
    expect(errorsOf(`{ ...F0 } ${chain} fragment F200 on Query { b }`)).toEqual([]);
  });

  it('a fragment that spreads itself does not cause an endless loop', () => {
    expect(errorsOf('{ ...F } fragment F on Query { a { ...F } }')).toEqual([]);
  });
});
