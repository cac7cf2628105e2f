import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAnsi, PLAIN, stripAnsi, withSgr } from './ansi.ts';
import { linksIn, styledRuns } from './styled-runs.ts';

const ESC = '\u001b';

describe('ANSI escapes', () => {
  test.each([
    ['1;4', { isBold: true, isUnderlined: true }],
    ['2;3;7;9', { isFaint: true, isItalic: true, isInverse: true, isStruck: true }],
    ['31', { color: { kind: 'table', index: 1 } }],
    ['97;100', { color: { kind: 'table', index: 15 }, background: { kind: 'table', index: 8 } }],
    ['38;5;208', { color: { kind: 'table', index: 208 } }],
    ['48;2;1;2;3', { background: { kind: 'rgb', red: 1, green: 2, blue: 3 } }],
    ['38:2::1:2:3', { color: { kind: 'rgb', red: 1, green: 2, blue: 3 } }],
    ['38:5:9', { color: { kind: 'table', index: 9 } }],
    ['4:3', { isUnderlined: true }],
    ['38;5;300', {}],
    ['38;2;1', {}],
    ['38', {}],
    ['1;', {}],
    ['1;22', {}],
    ['31;39', {}],
    ['58;73;1000', {}],
  ])('[TERM-72] the SGR parameters %s give the expected style', (parameters, expected) => {
    expect(withSgr(PLAIN, parameters)).toEqual({ ...PLAIN, ...expected });
  });

  test('[TERM-72] a line is plain text with styled parts, and its beginning is unstyled', () => {
    const { plain, spans } = parseAnsi(`a${ESC}[31mred${ESC}[1m bold${ESC}[m b`);
    expect(plain).toBe('ared bold b');
    expect(spans.map(({ from, to, style }) => [from, to, style.isBold])).toEqual([
      [1, 4, false],
      [4, 9, true],
    ]);
    expect(parseAnsi('next').spans).toEqual([]);
  });

  test('[RX-02] the text of a link stays, and its target is removed', () => {
    const link = (to: string) => `${ESC}]8;;${to}${ESC}\\click${ESC}]8;;\u0007 me`;
    for (const to of ['javascript:alert(1)', 'data:text/html,x', 'https://a.example']) {
      expect(parseAnsi(link(to))).toEqual({ plain: 'click me', spans: [] });
    }
  });

  test('[RX-03] queries are removed and not answered', () => {
    const queries = ['[c', '[6n', '[?1;2c', 'P$qm\u001b\\', '[>0q', 'Z', '(B', '#8', '7'];
    expect(stripAnsi(`a${queries.map((each) => ESC + each).join('-')}b`)).toBe('a--------b');
  });

  test('[RX-04] title, clipboard and window operations are removed', () => {
    expect(stripAnsi(`${ESC}]0;evil\u0007a${ESC}]52;c;ZXZpbA==\u0007b${ESC}[8;1;1tc`)).toBe('abc');
  });

  test('[TERM-73] an unterminated control string does not hide text', () => {
    expect(stripAnsi(`a${ESC}]0;all the rest`)).toBe('a0;all the rest');
    expect(stripAnsi(`a${ESC}Pxx${ESC}[1mb`)).toBe('axxb');
    expect(stripAnsi(`a${ESC}`)).toBe(`a${ESC}`);
    expect(stripAnsi(`a${ESC}[12`)).toBe('a12');
  });

  test('[TERM-73] text between escapes is unchanged', () => {
    const words = fc.string().filter((text) => !text.includes('\u001b'));
    const escape = fc.constantFrom(
      `${ESC}[31m`,
      `${ESC}[2J`,
      `${ESC}]2;t\u0007`,
      `${ESC}c`,
      `${ESC}[0m`,
    );
    const parts = fc.array(fc.tuple(escape, words), { maxLength: 20 });
    fc.assert(
      fc.property(words, parts, (first, rest) => {
        const text = first + rest.map(([code, word]) => code + word).join('');
        const { plain, spans } = parseAnsi(text);
        expect(plain).toBe(first + rest.map(([, word]) => word).join(''));
        const runs = styledRuns(text);
        expect(runs.map((run) => run.text).join('')).toHaveLength(plain.length);
        for (const [index, { from, to }] of spans.entries()) {
          expect(from).toBeLessThan(to);
          expect(from).toBeGreaterThanOrEqual(spans[index - 1]?.to ?? 0);
        }
      }),
    );
  });

  // With quadratic work, this test would need 10¹² steps.
  test('[RX-11] a line of 1 MB of unfinished escapes is parsed in linear time', () => {
    for (const piece of [ESC, `${ESC}]`, `${ESC}[`, `${ESC}P1;`, `${ESC}[1`, `${ESC}[31mx`, ' (']) {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
      expect(stripAnsi(text).length).toBeLessThanOrEqual(text.length);
    }
    expect(stripAnsi(`${ESC}[${'1'.repeat(1_000_000)}`)).toHaveLength(1_000_000);
    expect(linksIn('https://'.repeat(125_000))).toHaveLength(1);
    expect(linksIn(`https://a${')'.repeat(1_000_000)}`)[0]?.href).toBe('https://a');
  });
});

describe('the styled runs of a line', () => {
  test('[RX-10] only http and https are links, without the punctuation around them', () => {
    expect(linksIn('see https://a.example/x?y=1. (http://b.example) ftp://c javascript:d')).toEqual(
      [
        { from: 4, to: 27, href: 'https://a.example/x?y=1' },
        { from: 30, to: 46, href: 'http://b.example' },
      ],
    );
    expect(linksIn('https://en.example/a_(b)').map(({ href }) => href)).toEqual([
      'https://en.example/a_(b)',
    ]);
    expect(linksIn('https://a.example\u202egpj')[0]?.href).toBe('https://a.example');
  });

  test('[SE-31] an address with a user name or look-alike letters is not a link', () => {
    for (const text of [
      'https://support.batbot.example@evil.test/login',
      'https://a:b@evil.test',
      'http://exаmple.com', // with a Cyrillic а
    ]) {
      expect(linksIn(text)).toEqual([]);
    }
    expect(linksIn('https://a.example/@user?x=ä')).toHaveLength(1);
  });

  test('[TERM-74] styles, marks, hits and links may overlap', () => {
    const runs = styledRuns(
      `${ESC}[1mab${ESC}[mcd http://x\u0000`,
      () => [{ from: 1, to: 3, mark: 'mark2' }],
      [{ from: 2, to: 4 }],
    );
    expect(
      runs.map(({ text, style, mark, isHit, href }) => [text, style?.isBold, mark, isHit, href]),
    ).toEqual([
      ['a', true, undefined, false, undefined],
      ['b', true, 'mark2', false, undefined],
      ['c', undefined, 'mark2', true, undefined],
      ['d', undefined, undefined, true, undefined],
      [' ', undefined, undefined, false, undefined],
      ['http://x', undefined, undefined, false, 'http://x'],
      ['·', undefined, undefined, false, undefined],
    ]);
  });

  test('[TERM-170] the current hit of a line is marked differently from the others', () => {
    const hits = [1, 3].map((from) => ({ from, to: from + 1 }));
    const runs = styledRuns('abcb', undefined, hits, hits[1]);
    expect(runs.map(({ text, isHit, isCurrent }) => [text, isHit, isCurrent])).toEqual([
      ['a', false, false],
      ['b', true, false],
      ['c', false, false],
      ['b', true, true],
    ]);
  });
});
