import { beforeAll, describe, expect, test } from 'vitest';
import type { SealKey } from '../ports/seal-keys.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import { checkSealed, type SealVerdict } from './check-sealed.ts';
import { LONGEST_LINE, tagOf } from './seal-lines.ts';
import {
  makeSealKey,
  nodeCrypto,
  sealedText,
  someLines,
  STATEMENT,
  verdictOf,
} from './sealing.fixture.ts';
import { writeSealed } from './write-sealed.ts';

const LINES = 600;

let key: SealKey;
/** The file under test: line 1, 600 recorded lines, check lines 257, 513 and 604, and the signature in line 605. */
let file: string;
let lines: readonly string[];

beforeAll(async () => {
  key = await makeSealKey();
  file = await sealedText(key, someLines(LINES));
  lines = file.split('\n').slice(0, -1);
});

const joined = (parts: readonly string[]): string => parts.map((line) => `${line}\n`).join('');
/** Returns the file with lines `from` to `to` (from 1) replaced. */
const replaced = (from: number, to: number, ...by: readonly string[]): string =>
  joined([...lines.slice(0, from - 1), ...by, ...lines.slice(to)]);
const line = (number: number): string => lines[number - 1] ?? '';
const breaksOf = (verdict: SealVerdict) => (verdict.kind === 'broken' ? verdict.breaks : verdict);

describe('checking a sealed file', () => {
  test('[REC-80] an unchanged file is valid and shows its statement, however it is split into parts', async () => {
    expect(lines).toHaveLength(605);
    for (const size of [1, 7, 1_000, 65_536]) {
      expect(await verdictOf(file, size)).toMatchObject({
        kind: 'holds',
        file: {
          statement: STATEMENT,
          fingerprint: expect.stringMatching(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/),
        },
        lines: 605,
        conversions: [],
      });
    }
  });

  test('[REC-81] a line that was changed, removed, added or moved is reported by its number', async () => {
    const other = '{"dir":"rx","ms":0,"hex":"ff"}';
    const facts: readonly (readonly [string, unknown])[] = [
      [replaced(40, 40, other), { kind: 'changed', from: 40, to: 40 }],
      [replaced(300, 301, other, other), { kind: 'changed', from: 300, to: 301 }],
      [replaced(40, 42), { kind: 'missing', after: 39, count: 3 }],
      [replaced(600, 600, line(600), other), { kind: 'added', from: 601, to: 601 }],
      [replaced(40, 41, line(41), line(40)), { kind: 'moved', from: 40, to: 41 }],
      [replaced(40, 41, other), { kind: 'replaced', from: 40, to: 40, sealed: 2 }],
    ];
    for (const [text, found] of facts) expect(breaksOf(await verdictOf(text))).toEqual([found]);
  });

  test('[REC-81] a changed line with the tag of the sealed one is reported with its block', async () => {
    const [text, same] = ['03b6cf', '0ae828'].map((hex) => `{"dir":"rx","ms":0,"hex":"${hex}"}`);
    const bytes = [text, same].map((each) => new TextEncoder().encode(each));
    expect(new Set(bytes.map(tagOf))).toEqual(new Set(['ce9bdc57']));
    const sealed = await sealedText(key, [{ ms: 0, text: text ?? '' }]);
    expect((await verdictOf(sealed)).kind).toBe('holds');
    expect(breaksOf(await verdictOf(sealed.replace('03b6cf', '0ae828')))).toEqual([
      { kind: 'check', line: 3, from: 1 },
    ]);
  });

  test('[REC-81] each of many changes is reported with its line', async () => {
    const text = joined(lines.map((each, at) => ([1, 300, 602].includes(at) ? `${each} ` : each)));
    expect(breaksOf(await verdictOf(text))).toEqual([
      { kind: 'changed', from: 2, to: 2 },
      { kind: 'changed', from: 301, to: 301 },
      { kind: 'changed', from: 603, to: 603 },
    ]);
  });

  test('[REC-81] a changed line 1 is reported, whether or not it can still be read', async () => {
    const changed = [{ kind: 'changed', from: 1, to: 1 }];
    const renamed = await verdictOf(file.replace('"name":"Ada"', '"name":"Eve"'));
    expect(breaksOf(renamed)).toEqual(changed);
    expect(renamed).toMatchObject({ file: { statement: { technician: { name: 'Eve' } } } });
    for (const text of [file.slice(1), file.replace('"seal"', '"veal"')]) {
      const verdict = await verdictOf(text);
      expect(breaksOf(verdict)).toEqual(changed);
      expect(verdict).not.toHaveProperty('file');
    }
  });

  test('[REC-82] a changed or missing line of the seal itself is reported with the lines it protected', async () => {
    const check = line(257);
    const wrong = check.replace(/"sha256":"./, (text) => `${text.slice(0, -1)}x`);
    expect(breaksOf(await verdictOf(replaced(257, 257, wrong)))).toEqual([
      { kind: 'check', line: 257, from: 1 },
    ]);
    const tags = check.replace(/"tags":"../, '"tags":"zz');
    expect(breaksOf(await verdictOf(replaced(257, 257, tags)))).toEqual([
      { kind: 'check', line: 257, from: 1 },
    ]);
    expect(breaksOf(await verdictOf(replaced(257, 257)))).toEqual([
      { kind: 'replaced', from: 1, to: 256, sealed: 1 },
    ]);
    expect(
      breaksOf(await verdictOf(replaced(604, 604, line(604).replace('{"seal"', '{"sail"')))),
    ).toEqual([{ kind: 'check', line: 604, from: 513 }]);
  });

  test('[REC-82] a changed check line is reported once, apart from the lines behind it and from other check lines', async () => {
    const changed = (number: number): string =>
      line(number).replace(/"sha256":"./, (text) => `${text.slice(0, -1)}x`);
    const check = { kind: 'check', line: 257, from: 1 };
    expect(breaksOf(await verdictOf(replaced(257, 258, changed(257), `${line(258)} `)))).toEqual([
      check,
      { kind: 'changed', from: 258, to: 258 },
    ]);
    expect(breaksOf(await verdictOf(replaced(257, 258, changed(257))))).toEqual([
      check,
      { kind: 'replaced', from: 257, to: 257, sealed: 2 },
    ]);
    const others = [changed(257), ...lines.slice(257, 512), changed(513)];
    expect(breaksOf(await verdictOf(replaced(257, 513, ...others)))).toEqual([
      check,
      { kind: 'check', line: 513, from: 257 },
    ]);
  });

  test('[REC-83] a signature without a check line proves nothing', async () => {
    expect(breaksOf(await verdictOf(joined([line(1), line(605)])))).toEqual([
      { kind: 'check', line: 1, from: 1 },
    ]);
  });

  test('[REC-83] a sealed file is recognised by its check line or signature if line 1 is damaged', async () => {
    const cut = joined(['{}', ...lines.slice(1, 300)]);
    expect(breaksOf(await verdictOf(cut))).toEqual([
      { kind: 'changed', from: 1, to: 1 },
      { kind: 'cut', after: 300 },
    ]);
    const signed = breaksOf(await verdictOf(joined(['{}', line(2), line(605)])));
    expect(signed).toEqual([{ kind: 'check', line: 2, from: 1 }]);
  });

  test('[REC-81] the first 100 differences are listed, and the others are counted', async () => {
    const recorded = (each: string): boolean => each.startsWith('{"dir"');
    const everySecond = (count: number) => {
      const changed = lines.flatMap((each, at) => (recorded(each) && at % 2 === 0 ? [at] : []));
      const chosen = new Set(changed.slice(0, count));
      return verdictOf(joined(lines.map((each, at) => (chosen.has(at) ? `${each} ` : each))));
    };
    expect(await everySecond(100)).toMatchObject({ breaks: { length: 100 }, more: 0 });
    expect(await everySecond(150)).toMatchObject({ breaks: { length: 100 }, more: 50 });
  });

  test('[REC-82] without the check lines between them, more than two blocks are reported as one difference', async () => {
    const numbers = [257, 513];
    const text = joined(lines.filter((_, at) => !numbers.includes(at + 1)));
    expect(breaksOf(await verdictOf(text))).toEqual([
      { kind: 'replaced', from: 1, to: 601, sealed: 91 },
    ]);
  });

  test('[REC-83] lines between the last check line and the signature are reported as added', async () => {
    const other = '{"dir":"rx","ms":0,"hex":"ff"}';
    expect(breaksOf(await verdictOf(replaced(604, 604, line(604), other, other)))).toEqual([
      { kind: 'added', from: 605, to: 606 },
    ]);
  });

  test('[REC-84] a signature with another time than its check line does not match', async () => {
    const later = line(605).replace(/"ms":\d+/, '"ms":1');
    expect(breaksOf(await verdictOf(replaced(605, 605, later)))).toEqual([{ kind: 'signature' }]);
  });

  test('[REC-81] a line that begins like a file in UTF-16 is reported as changed', async () => {
    const before = new TextEncoder().encode(joined(lines.slice(0, 39)));
    const after = new TextEncoder().encode(joined(lines.slice(40)));
    const bytes = joinBytes([before, Uint8Array.of(0xff, 0xfe, 0x0a), after]);
    expect(breaksOf(await verdictOf(bytes))).toEqual([{ kind: 'changed', from: 40, to: 40 }]);
  });

  test('[REC-81] a line longer than any sealed line is reported once, as changed', async () => {
    const long = `{"dir":"rx","ms":0,"hex":"${'0'.repeat(LONGEST_LINE)}"}`;
    for (const text of [replaced(40, 40, long), replaced(40, 40, long).replaceAll('\n', '\r\n')])
      expect(breaksOf(await verdictOf(text))).toEqual([{ kind: 'changed', from: 40, to: 40 }]);
  });

  test('[REC-80] a block ends after 256 lines or 64 KiB, and no block is empty', async () => {
    const checkLines = async (of: ReturnType<typeof someLines>): Promise<readonly number[]> => {
      const text = await sealedText(key, of);
      expect((await verdictOf(text)).kind).toBe('holds');
      return text.split('\n').flatMap((each, at) => (each.includes('"tags"') ? [at + 1] : []));
    };
    expect(await checkLines([])).toEqual([2]);
    expect(await checkLines(someLines(254))).toEqual([256]);
    expect(await checkLines(someLines(255))).toEqual([257]);
    expect(await checkLines(someLines(256))).toEqual([257, 259]);
    // With its line feed, each line has 16 KiB.
    const wide = someLines(8).map(({ ms, text }) => ({ ms, text: text.padEnd(16_383) }));
    expect(await checkLines(wide)).toEqual([6, 11]);
    const narrower = wide.map(({ ms, text }) => ({ ms, text: text.slice(0, -1) }));
    expect(await checkLines(narrower)).toEqual([7, 11]);
  });

  test('[REC-83] a truncated file is reported with its last line', async () => {
    for (const count of [604, 603, 513, 257, 100, 1]) {
      expect(breaksOf(await verdictOf(joined(lines.slice(0, count))))).toEqual([
        { kind: 'cut', after: count },
      ]);
    }
    expect(breaksOf(await verdictOf(file.slice(0, -2)))).toEqual([{ kind: 'cut', after: 605 }]);
  });

  test('[REC-83] lines after the signature are reported as added', async () => {
    expect(breaksOf(await verdictOf(`${file}{"dir":"rx","ms":0,"hex":""}\n\n`))).toEqual([
      { kind: 'added', from: 606, to: 607 },
    ]);
    expect(breaksOf(await verdictOf(`${file}${file}`))).toEqual([
      { kind: 'added', from: 606, to: 1_210 },
    ]);
  });

  test('[REC-84] a file that was sealed again with another key shows that key, or does not match', async () => {
    const other = await makeSealKey();
    const remade = await verdictOf(await sealedText(other, someLines(LINES)));
    const original = await verdictOf(file);
    if (remade.kind !== 'holds' || original.kind !== 'holds') throw new Error('both hold');
    expect(remade.file.fingerprint).not.toBe(original.file.fingerprint);

    const forger = { publicKey: key.publicKey, sign: other.sign };
    const forged = await sealedText(forger, someLines(LINES));
    expect(breaksOf(await verdictOf(forged))).toEqual([{ kind: 'signature' }]);
    const noKey = { publicKey: new Uint8Array(91), sign: other.sign };
    expect(breaksOf(await verdictOf(await sealedText(noKey, someLines(1))))).toEqual([
      { kind: 'signature' },
    ]);
  });

  test('[REC-84] a signature of another file by the same key does not match', async () => {
    const second = await sealedText(key, someLines(LINES + 1));
    const signature = second.trimEnd().split('\n').at(-1) ?? '';
    const ms = /"ms":\d+/.exec(line(605))?.[0] ?? '';
    const moved = replaced(605, 605, signature.replace(/"ms":\d+/, ms));
    expect(breaksOf(await verdictOf(moved))).toEqual([{ kind: 'signature' }]);
  });

  test('[REC-85] a file with converted line endings or an added byte order mark is valid, and the conversion is reported', async () => {
    const mailed = file.replaceAll('\n', '\r\n');
    const conversions = async (text: string) => {
      const verdict = await verdictOf(text, 1_000);
      return verdict.kind === 'holds' ? verdict.conversions : breaksOf(verdict);
    };
    expect(await conversions(mailed)).toEqual(['lineEnds']);
    expect(await conversions(`\uFEFF${mailed}`)).toEqual(['byteOrderMark', 'lineEnds']);
    expect(await conversions(file.slice(0, -1))).toEqual(['lastLineEnd']);
    expect(await conversions(mailed.replace(/(\r\n[^\r]*)\r\n/, '$1\n'))).toEqual([
      { kind: 'changed', from: 2, to: 2 },
    ]);
    expect(await conversions(file.replace(/(\n[^\n]*)\n/, '$1\r\n'))).toEqual([
      { kind: 'changed', from: 2, to: 2 },
    ]);
  });

  test('[REC-86] a file that is not sealed, or is of a newer version, is reported as such', async () => {
    const reason = async (content: string | Uint8Array) => {
      const verdict = await verdictOf(content);
      return verdict.kind === 'unreadable' ? verdict.reason : verdict.kind;
    };
    expect(await reason('')).toBe('empty');
    expect(await reason('{"batbot":"capture","version":1}\n{"dir":"rx","ms":1,"hex":""}')).toBe(
      'unsealed',
    );
    expect(await reason(file.replace('"seal":{"version":1', '"seal":{"version":2'))).toBe(
      'version',
    );
    const newer = replaced(40, 40, 'another format').replace('"seal":{"version":1', '"seal":{"version":2'); // oxfmt-ignore
    expect(await reason(newer)).toBe('version');
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const write = (part: Uint8Array<ArrayBuffer>): void => void parts.push(part);
    const tools = { crypto: nodeCrypto, key, write };
    await writeSealed('{"batbot":"capture","version":1}', someLines(300), tools);
    expect(await reason(joinBytes(parts))).toBe('unsealed');
    expect(await reason(Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x0a, 0x00))).toBe('encoding');
    for (const other of [
      '\n\n\n',
      'hello',
      '[]',
      'null',
      '{"__proto__":{"seal":{}}}',
      'x\n'.repeat(2_000),
    ]) {
      expect(await reason(other)).toBe('unknown');
    }
    expect(await reason(new Uint8Array(3 * LONGEST_LINE))).toBe('unknown');
    expect(await reason(`${'['.repeat(60_000)}\n`)).toBe('unknown');
  });

  test('[REC-86] a file that is not sealed is given up where a sealed one has its first check line', async () => {
    let read = 0;
    async function* unsealed() {
      for (read = 1; read <= 1_000; read += 1) yield new TextEncoder().encode('x\n');
    }
    expect(await checkSealed(unsealed(), nodeCrypto)).toMatchObject({ reason: 'unknown' });
    expect(read).toBe(258);
  });

  test('[REC-86] names of prototype properties in line 1 are ordinary names', async () => {
    const hostile = file.replace(
      '"seal":{',
      '"__proto__":{"name":"x"},"constructor":1,"seal":{"__proto__":{"technician":{"name":"Eve"}},',
    );
    const verdict = await verdictOf(hostile);
    expect(verdict).toMatchObject({ kind: 'broken', file: { statement: STATEMENT } });
    expect(({} as { name?: string }).name).toBeUndefined();
  });

  test('[REC-87] a file that fails while it is read is reported as unreadable', async () => {
    async function* failing() {
      yield new TextEncoder().encode(file.slice(0, 1_000));
      throw new Error('the disk is gone');
    }
    expect(await checkSealed(failing(), nodeCrypto)).toEqual({
      kind: 'unreadable',
      reason: 'failed',
    });
  });
});
