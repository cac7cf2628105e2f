import { createLive } from '@batbot/core';
import type { UnreadableRows } from '@batbot/core/parameters';
import type {
  FirmwareImage,
  FirmwareInstall,
  InstallJob,
  InstallState,
} from '@batbot/core/firmware';
import { SCHEMA } from './fake-parameters.fixture.ts';

const HASH = 'a'.repeat(64);

export const IMAGE: FirmwareImage = {
  format: 'batbot-firmware-1',
  name: 'Pack BMS',
  version: '2.0.0',
  boards: ['2.1'],
  sizeBytes: 524_288,
  sha256: HASH,
  chunks: [{ seq: 0, sha256: HASH }],
  signature: 'AAAA',
  publicKey: 'AAAA',
  notes: 'Corrects the state of charge after rest.',
  channel: 'stable',
  wipesSettings: false,
  downgradeOk: false,
};

export const JOB: InstallJob = {
  phase: 'transferring',
  documentId: 'image',
  image: IMAGE,
  before: { serial: 'A1', hardware: '2.1', firmware: '1.4' },
  known: { schema: SCHEMA, hash: 'hash-of-schema', origin: 'server' },
  settings: {},
  startedAt: 0,
  at: Date.UTC(2026, 0, 2, 8),
  isTransferred: false,
};

/** An install without a device: a test sets the state, and reads the calls. */
export const createFakeInstall = () => {
  const state = createLive<InstallState>({ kind: 'idle' });
  const unfinished = createLive<readonly InstallJob[] | undefined>([]);
  const unreadable = createLive<UnreadableRows>({ unreadable: [] });
  const calls: unknown[][] = [];
  const call =
    (name: string) =>
    (...args: readonly unknown[]): void => {
      calls.push([name, ...args]);
    };
  /** A method without an argument. Buttons call it with their event. */
  const plain = (name: string) => (): void => {
    calls.push([name]);
  };
  const service: FirmwareInstall = {
    state$: state.live,
    unfinished$: unfinished.live,
    unreadable$: unreadable.live,
    prepare: call('prepare'),
    install: call('install'),
    stop: plain('stop'),
    check: plain('check'),
    restore: call('restore'),
    abandon: call('abandon'),
    close: plain('close'),
    dispose: () => undefined,
  };
  return {
    service,
    calls,
    setState: state.set,
    setUnfinished: unfinished.set,
    setUnreadable: unreadable.set,
  };
};
