import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import {
  breakText,
  checkSealed,
  sameFingerprint,
  type Conversion,
  type SealedFile,
  type SealVerdict,
  type UnreadableReason,
} from '@batbot/core/sealing';
import type { Ask } from './arguments.ts';
import { nodeSealCrypto } from './node-seal-crypto.ts';

export interface Verified {
  readonly text: string;
  readonly code: 0 | 1 | 2;
}

const UNREADABLE: Readonly<Record<UnreadableReason, string>> = {
  empty: 'is empty',
  unknown: 'is no sealed session',
  unsealed: 'is a capture without a seal: nothing can be said about it',
  version: 'was sealed by a newer program: use a newer one to check it',
  encoding: 'was saved as UTF-16: check the file as it was exported',
  failed: 'could not be read to its end',
};

const CONVERSIONS: Readonly<Record<Conversion, string>> = {
  lineEnds:
    'Its line endings were converted in transfer, as mail programs do; every line is as it was sealed.',
  byteOrderMark: 'A byte order mark was added at its beginning; every line is as it was sealed.',
  lastLineEnd: 'Its last line ending is missing; every line is as it was sealed.',
};

const listed = (...facts: readonly (string | undefined)[]): string =>
  facts.filter((fact) => fact !== undefined && fact !== '').join(', ');

const labelled = (value: string | number | undefined, text: string): string | undefined =>
  value === undefined ? undefined : text.replace('%', String(value));

const factsOf = ({ statement, fingerprint }: SealedFile): readonly string[] => {
  const { session, pack, device, technician, sealedAt, app } = statement;
  const state = session.finished ? undefined : 'broke off';
  return [
    `Session:    ${listed(session.name, `begun ${session.startedAt}`, `samples: ${session.samples}`, state)}`,
    `Pack:       ${listed(`cells: ${pack.cells}`, labelled(pack.serial, 'serial %'), labelled(pack.designCapacityAh, '% Ah'), labelled(pack.cycles, 'cycles: %'))}`,
    `Device:     ${listed(device.label, device.model, labelled(device.hardware, 'hardware %'), labelled(device.firmware, 'firmware %'))}`,
    `Technician: ${technician.name} (${technician.userId})`,
    `Sealed:     ${sealedAt} by that computer's clock, with ${app}`,
    `Key:        ${fingerprint}`,
  ];
};

const report = (file: string, verdict: SealVerdict, isOtherKey: boolean): string => {
  switch (verdict.kind) {
    case 'unreadable':
      return existsSync(file)
        ? `${file} ${UNREADABLE[verdict.reason]}`
        : `There is no file ${file}`;
    case 'holds':
      return [
        isOtherKey
          ? `OTHER KEY: ${file} is unchanged, but was not sealed with the key asked for`
          : `UNCHANGED since it was sealed: ${file} (${verdict.lines} lines)`,
        ...verdict.conversions.map((each) => CONVERSIONS[each]),
        ...factsOf(verdict.file),
        'Whose key this is, the file cannot prove: compare the fingerprint with the technician.',
      ].join('\n');
    case 'broken':
      return [
        `CHANGED since it was sealed: ${file}`,
        ...verdict.breaks.map((each) => `  ${breakText(each)}`),
        ...(verdict.more > 0 ? [`  and ${verdict.more} more places`] : []),
        ...(verdict.file === undefined
          ? []
          : ['It states, which is not proved:', ...factsOf(verdict.file)]),
      ].join('\n');
  }
};

const codeOf = (verdict: SealVerdict, isOtherKey: boolean): Verified['code'] => {
  if (verdict.kind === 'unreadable') return 2;
  return verdict.kind === 'holds' && !isOtherKey ? 0 : 1;
};

const READ_BYTES = 1_048_576;

async function* partsOf(file: string): AsyncGenerator<Uint8Array, void> {
  const handle = await open(file);
  try {
    const parts: AsyncIterable<Uint8Array> = handle.createReadStream({
      autoClose: false,
      highWaterMark: READ_BYTES,
    });
    yield* parts;
  } finally {
    await handle.close();
  }
}

/** Verifies a sealed recording of any size. The data stays on this computer. */
export const verifyFile = async ({
  file,
  key,
  json,
}: Omit<Extract<Ask, { kind: 'verify' }>, 'kind'>): Promise<Verified> => {
  const verdict = await checkSealed(partsOf(file), nodeSealCrypto);
  const isOtherKey =
    key !== undefined &&
    verdict.kind === 'holds' &&
    !sameFingerprint(verdict.file.fingerprint, key);
  const text = json
    ? JSON.stringify({ ...verdict, isOtherKey }, null, 2)
    : report(file, verdict, isOtherKey);
  return { text, code: codeOf(verdict, isOtherKey) };
};
