import * as v from 'valibot';
import type { SealCrypto } from '../ports/seal-crypto.ts';
import { canonicalJson } from '../parameters/content-hash.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import { jsonFile, listOf, textOf, wholeNumber, type JsonFile } from '../prelude/schema.ts';
import { hexOf } from '../protocol/hex.ts';
import { fingerprintOf, sameFingerprint } from '../sealing/fingerprint.ts';

/** Maximum size of an image: more does not fit into the flash of a BMS. */
const MOST_BYTES = 16_777_216;
export const IMAGE_PIECE_BYTES = 1_048_576;

const SHA256 = v.pipe(
  v.string('must be text'),
  v.regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits'),
);
const BASE64 = v.pipe(v.string('must be text'), v.base64('must be base64'), v.maxLength(400));
const VERSION = textOf(40);

/** The body of a document of the server. */
export const FIRMWARE_IMAGE = v.object({
  format: v.literal('batbot-firmware-1'),
  name: textOf(80),
  version: VERSION,
  /** The boards that the image is for, as the device names its hardware. */
  boards: v.pipe(listOf(textOf(40), 64), v.minLength(1, 'must have at least one entry')),
  /** The installed versions from which the image may be installed, both ends included. */
  from: v.exactOptional(v.object({ min: v.exactOptional(VERSION), max: v.exactOptional(VERSION) })),
  sizeBytes: wholeNumber(1, MOST_BYTES),
  sha256: SHA256,
  /** The image in pieces of at most 1 MiB, as they are stored by their hash. */
  chunks: v.pipe(
    listOf(v.object({ seq: wholeNumber(0, 63), sha256: SHA256 }), 64),
    v.minLength(1, 'must have at least one entry'),
  ),
  /** ECDSA P-256 with SHA-256 over the bytes of `signedBytes`, as `r ‖ s`. */
  signature: BASE64,
  /** The publisher's public key as SPKI. */
  publicKey: BASE64,
  notes: v.string(),
  channel: textOf(40),
  /** Whether the device loses its settings. */
  wipesSettings: v.boolean(),
  /** Whether an older or equal version may be installed. */
  downgradeOk: v.boolean(),
  /** How the boot loader takes the image. Default: XMODEM. */
  protocol: v.exactOptional(v.picklist(['xmodem', 'ymodem'])),
});

/** A firmware image, without its bytes. */
export type FirmwareImage = Readonly<v.InferOutput<typeof FIRMWARE_IMAGE>>;

/** Prefix of the signed data, so that the signature is not valid for anything else. */
const SIGNED = 'batbot-firmware/1\n';

/**
 * Returns what the publisher signs: the description as canonical JSON, without its signature. It contains the hash of
 * the image, so the signature protects the boards, the versions and the image.
 */
export const signedBytes = ({
  signature: _,
  ...description
}: Omit<FirmwareImage, 'signature'> & { readonly signature?: string }): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${SIGNED}${canonicalJson(description)}`);

/** An image that is offered for the connected device. */
export interface OfferedImage {
  /** The id of its document on the server. */
  readonly documentId?: string;
  readonly image: FirmwareImage;
}

export const FIRMWARE_IMAGE_FILE: JsonFile<FirmwareImage> = jsonFile({
  schema: FIRMWARE_IMAGE,
  mostCharacters: 65_536,
});

/** The image on this computer. `complete`: its size, hash, signature and the signing key are valid. */
export type ImageState =
  | { readonly kind: 'complete'; readonly bytes: Uint8Array; readonly fingerprint: string }
  | { readonly kind: 'missing'; readonly have: number; readonly total: number }
  /** The bytes are not those of the document. */
  | { readonly kind: 'damaged' }
  | { readonly kind: 'badSignature' }
  /** The signature is valid, but its key is not among the trusted ones. */
  | { readonly kind: 'unknownKey'; readonly fingerprint: string };

export interface ImageParts {
  readonly crypto: SealCrypto;
  /** Fingerprints of the publishers whose images may be installed. */
  readonly trustedKeys: readonly string[];
  /** Returns a piece that is stored on this computer. */
  readonly readPiece: (sha256: string) => Promise<Uint8Array | undefined>;
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Reads the pieces of an image on this computer and checks everything that can be checked without the device. */
export const loadImage = async (
  image: FirmwareImage,
  { crypto, trustedKeys, readPiece }: ImageParts,
): Promise<ImageState> => {
  const chunks = image.chunks.toSorted((a, b) => a.seq - b.seq);
  const pieces = await Promise.all(chunks.map(({ sha256 }) => readPiece(sha256)));
  const have = pieces.filter((piece) => piece !== undefined);
  const total = pieces.length;
  if (have.length < total) return { kind: 'missing', have: have.length, total };
  const bytes = joinBytes(have);
  const digest = await crypto.sha256(bytes);
  if (bytes.length !== image.sizeBytes || hexOf(digest) !== image.sha256) {
    return { kind: 'damaged' };
  }
  const publicKey = fromBase64(image.publicKey);
  if (!(await crypto.verify(publicKey, fromBase64(image.signature), signedBytes(image)))) {
    return { kind: 'badSignature' };
  }
  const fingerprint = await fingerprintOf(crypto, publicKey);
  const isTrusted = trustedKeys.some((each) => sameFingerprint(each, fingerprint));
  return isTrusted ? { kind: 'complete', bytes, fingerprint } : { kind: 'unknownKey', fingerprint };
};
