import { expect, test } from 'vitest';
import { testSchema } from '../parameters/parameters.fixture.ts';
import type { InstallJob } from './install-journal.ts';
import { nextStep } from './install-machine.ts';
import { makeImage } from './install-rig.fixture.ts';

const identity = { serial: 'A1', hardware: '2.1', firmware: '2.0.0' };
const { image } = await makeImage(100, { version: '2.0.0', downgradeOk: true });
const JOB: InstallJob = {
  phase: 'asking',
  image,
  before: identity,
  known: { schema: testSchema, hash: 'h', origin: 'server' },
  settings: {},
  startedAt: 0,
  at: 0,
  isTransferred: false,
};

test('[DEV-64] if the version does not change, only a complete transfer proves the install', () => {
  const event = { kind: 'answered', answer: { kind: 'firmware', identity } } as const;
  expect(nextStep(JOB, event)).toMatchObject({ kind: 'ended', end: { now: 'oldFirmware' } });
  const transferred = { ...JOB, isTransferred: true };
  expect(nextStep(transferred, event)).toMatchObject({ kind: 'job', job: { phase: 'restoring' } });
});

test('[DEV-64] a device that does not report its serial number is not taken for another device', () => {
  const answer = { kind: 'firmware', identity: { hardware: '2.1' } } as const;
  expect(nextStep(JOB, { kind: 'answered', answer })).toMatchObject({
    end: { now: 'silent', text: 'Nothing at the port answers with a serial number.' },
  });
});

test.each(['entering', 'transferring'] as const)(
  '[DEV-73] an install whose page ended while it was %s reports the reason, whatever state the device is in',
  (phase) => {
    const cut = { ...JOB, phase };
    const event = { kind: 'answered', answer: { kind: 'bootLoader', identity } } as const;
    expect(nextStep(cut, event)).toMatchObject({
      end: {
        now: 'bootLoader',
        why: 'The page was closed or reloaded before the device had the whole image.',
      },
    });
  },
);
