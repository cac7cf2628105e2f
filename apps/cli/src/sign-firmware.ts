import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { FIRMWARE_IMAGE_FILE, IMAGE_PIECE_BYTES, signedBytes } from '@batbot/core/firmware';
import { fingerprintOf } from '@batbot/core/sealing';
import type { Ask } from './arguments.ts';
import { nodeSealCrypto } from './node-seal-crypto.ts';

/** The text to print, the exit code, and the fingerprint of the key if the image was signed. */
interface Signed {
  readonly text: string;
  readonly code: 0 | 2;
  readonly fingerprint?: string;
}

const failed = (text: string): Signed => ({ text, code: 2 });

const keyOf = (pem: Buffer): KeyObject | undefined => {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined; // not PEM, or encrypted
  }
};

const objectOf = (json: string): object | undefined => {
  try {
    const raw: unknown = JSON.parse(json);
    return typeof raw === 'object' && raw !== null ? raw : undefined;
  } catch {
    return undefined;
  }
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the complete description of an image as JSON. The key and the image stay on this computer. */
export const signFirmware = async (
  ask: Omit<Extract<Ask, { kind: 'firmwareSign' }>, 'kind'>,
): Promise<Signed> => {
  const [bytes, written, pem] = await Promise.all(
    [ask.file, ask.description, ask.key].map((file) => readFile(file).catch(() => undefined)),
  );
  if (bytes === undefined) return failed(`${ask.file} cannot be read`);
  if (written === undefined) return failed(`${ask.description} cannot be read`);
  if (pem === undefined) return failed(`${ask.key} cannot be read`);
  const key = keyOf(pem);
  if (key === undefined) {
    return failed(`${ask.key} is no unencrypted private key of the curve P-256 in PEM`);
  }
  const given = objectOf(written.toString());
  if (given === undefined) return failed(`${ask.description} does not contain a JSON object`);
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const unsigned = {
    ...given,
    format: 'batbot-firmware-1',
    sizeBytes: bytes.length,
    sha256: sha256(bytes),
    chunks: Array.from({ length: Math.ceil(bytes.length / IMAGE_PIECE_BYTES) }, (_, seq) => ({
      seq,
      sha256: sha256(bytes.subarray(seq * IMAGE_PIECE_BYTES, (seq + 1) * IMAGE_PIECE_BYTES)),
    })),
    publicKey: publicKey.toString('base64'),
    signature: '',
  };
  const parsed = FIRMWARE_IMAGE_FILE.parse(JSON.stringify(unsigned));
  if (!parsed.ok) {
    const { path, problem } = parsed.error;
    return failed(`${ask.description}: ${path} ${problem}`);
  }
  const signature = sign('sha256', signedBytes(parsed.value), {
    key,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64');
  return {
    text: JSON.stringify({ ...parsed.value, signature }, null, 2),
    code: 0,
    fingerprint: await fingerprintOf(nodeSealCrypto, Uint8Array.from(publicKey)),
  };
};
