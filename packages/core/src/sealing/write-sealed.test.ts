import { expect, test } from 'vitest';
import { err, ok } from '../prelude/result.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import { nodeCrypto, someLines } from './sealing.fixture.ts';
import { writeSealed } from './write-sealed.ts';

/** Writes `count` lines with a key whose signatures are one byte, and returns the text and the signed text. */
const written = async (
  count: number,
  {
    refuses = false,
    mayGoOn,
  }: { readonly refuses?: boolean; readonly mayGoOn?: () => ReturnType<typeof err<'stop'>> } = {},
) => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let signed = '';
  const result = await writeSealed('{}', someLines(count), {
    crypto: nodeCrypto,
    key: {
      publicKey: new Uint8Array(),
      sign: (bytes) => {
        signed = new TextDecoder().decode(bytes);
        return Promise.resolve(
          refuses ? err({ kind: 'failed', message: 'no key' } as const) : ok(Uint8Array.of(1)),
        );
      },
    },
    write: (part) => parts.push(part),
    ...(mayGoOn && { mayGoOn }),
  });
  return { result, signed, lines: new TextDecoder().decode(joinBytes(parts)).split('\n') };
};

test('[REC-80] the signature is over a prefix of its own and the last check line', async () => {
  const { result, signed, lines } = await written(300);
  expect(result).toEqual({ ok: true, value: lines.length - 1 }); // the last line ends with a line feed
  expect(signed).toBe(`batbot-seal/1\n${lines.at(-3)}\n`);
  expect(lines.at(-2)).toBe('{"seal":{"signature":"01"},"dir":"rx","ms":2990,"hex":""}');
  expect(lines.filter((line) => line.startsWith('{"seal":{"tags"'))).toHaveLength(2);
});

test('[REC-96] if the key does not sign, the reason is returned and the file has no end', async () => {
  const { result, lines } = await written(3, { refuses: true });
  expect(result).toEqual({ ok: false, error: { kind: 'failed', message: 'no key' } });
  expect(lines.filter((line) => line.startsWith('{"seal"'))).toEqual([]);
});

test('[REC-92] after an error between two blocks, nothing more is written', async () => {
  const { result, signed, lines } = await written(1_000, { mayGoOn: () => err('stop') });
  expect(result).toEqual({ ok: false, error: 'stop' });
  expect([signed, lines.length]).toEqual(['', 257]); // line 1, 255 lines, and the end of the last one
});
