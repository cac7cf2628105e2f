import { createECDH, createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { signedBytes, type FirmwareImage } from '@batbot/core/firmware';
import type { WorldDocument } from '@batbot/server';
import { buildImage } from '@batbot/simulator';
import { makeDocument, type MakeId } from './make-rows.ts';

/** The hardware of the simulated device. */
const BOARD = '2.1';
const PROGRAM_BLOCKS = 3_072; // 96 KiB in blocks of a hash

/** The size of a demo image with its header. */
export const IMAGE_BYTES = PROGRAM_BLOCKS * 32 + 48;

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** The key that signs the demo images. It follows from this text, so it protects nothing. */
const demoKey = () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(sha256('the publisher key of the demo data'));
  const point = pair.getPublicKey();
  const coordinate = (from: number): string =>
    point.subarray(from, from + 32).toString('base64url');
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: pair.getPrivateKey().toString('base64url'),
      x: coordinate(1),
      y: coordinate(33),
    },
  });
};

const PRIVATE_KEY = demoKey();
const PUBLIC_KEY = createPublicKey(PRIVATE_KEY).export({ type: 'spki', format: 'der' });

/** The fingerprint of the key of the demo images, for the setting of the trusted publishers. */
export const demoFirmwareKey = sha256(PUBLIC_KEY).toString('hex').slice(0, 32);

/** The signatures by hash: each one is random, but the demo data of one process is always the same. */
const signatures = new Map<string, string>();
const signatureOf = (description: Omit<FirmwareImage, 'signature'>): string => {
  const made =
    signatures.get(description.sha256) ??
    sign('sha256', signedBytes(description), {
      key: PRIVATE_KEY,
      dsaEncoding: 'ieee-p1363',
    }).toString('base64');
  signatures.set(description.sha256, made);
  return made;
};

const IMAGES = [
  {
    version: '1.4.2',
    state: 'RETIRED',
    daysAgo: 60,
    notes: 'Withdrawn: balancing did not stop at rest.',
  },
  {
    version: '1.5.0',
    state: 'RELEASED',
    daysAgo: 30,
    notes: 'Balancing stops at rest. The state of charge is corrected at full charge.',
  },
  {
    version: '1.6.0',
    state: 'DRAFT',
    daysAgo: 3,
    notes: 'Logs the highest temperature of each day.',
  },
] as const;

/** Creates three images for the simulated device: a withdrawn one, a released one and a draft of `authorId`. */
export const makeImages = (
  { ownerId, authorId }: { readonly ownerId: string; readonly authorId: string },
  makeId: MakeId,
  dateOf: (daysAgo: number) => Date,
): readonly WorldDocument[] =>
  IMAGES.map(({ version, state, daysAgo, notes }) => {
    const blocks = Array.from({ length: PROGRAM_BLOCKS }, (_, n) => sha256(`${version} ${n}`));
    const program = Buffer.concat(blocks);
    const bytes = buildImage({ version, program, board: BOARD });
    const digest = sha256(bytes);
    const hash = digest.toString('hex');
    const description: Omit<FirmwareImage, 'signature'> = {
      format: 'batbot-firmware-1',
      name: 'Simulator',
      version,
      boards: [BOARD],
      from: { min: '1.3.0' },
      sizeBytes: bytes.length,
      sha256: hash,
      chunks: [{ seq: 0, sha256: hash }],
      publicKey: PUBLIC_KEY.toString('base64'),
      notes,
      channel: 'stable',
      wipesSettings: false,
      downgradeOk: false,
    };
    const body = { ...description, signature: signatureOf(description) };
    return makeDocument(makeId, dateOf(daysAgo), {
      ownerId: state === 'DRAFT' ? authorId : ownerId,
      authorId,
      kind: 'FIRMWARE_IMAGE',
      name: `${body.name} ${version}`,
      state,
      version: ['DRAFT', 'RELEASED', 'RETIRED'].indexOf(state) + 1,
      body,
      pieces: new Map([[hash, bytes]]),
    });
  });
