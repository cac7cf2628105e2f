import { createFakePorts } from '../fakes/fake-ports.ts';
import { describe, expect, test } from 'vitest';
import { createLive } from '../prelude/live.ts';
import { err } from '../prelude/result.ts';
import { parseCapture } from '../protocol/capture.ts';
import { capturedReplies } from '../protocol/capture-replies.ts';
import type { RecordedSession } from '../recording/recorded-session.ts';
import { setUpRecording } from '../recording/recording.fixture.ts';
import type { Technician } from './draft.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import { createMemorySealKeys, inParts, nodeCrypto } from './sealing.fixture.ts';
import { createSealing, type Sealing } from './sealing.ts';

const ADA: Technician = { userId: 'u1', name: 'Ada\u202E Lovelace' };

const setUp = async () => {
  const rig = await setUpRecording();
  const technician = createLive<Technician | undefined>(ADA);
  const keys = createMemorySealKeys();
  const sealing = createSealing({
    crypto: nodeCrypto,
    keys,
    app: 'BatBot Web 1.7.2',
    clock: rig.clock,
    technician$: technician.live,
    recording$: rig.recording.state$,
  });
  const ask = async (): Promise<void> => {
    rig.core.terminal.send('ATI');
    await rig.clock.advance(500);
  };
  return { ...rig, technician, keys, sealing, ask };
};

const sealed = async (sealing: Sealing, session: RecordedSession): Promise<string> => {
  const prepared = await sealing.prepare(session);
  if (!prepared.ok) throw new Error(prepared.error.kind);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const written = await prepared.value.write((part) => parts.push(part));
  if (!written.ok) throw new Error(written.error.kind);
  return new TextDecoder().decode(joinBytes(parts));
};

const fileOf = (text: string) => inParts(new TextEncoder().encode(text));

describe('sealing a recorded session', () => {
  test('[REC-90] the file names pack, device, technician and time, and is valid', async () => {
    const rig = await setUp();
    rig.recording.start();
    await rig.ask();
    await rig.clock.advance(6_000);
    await rig.recording.stop();
    const session = await rig.opened();
    await rig.clock.advance(60_000);
    const text = await sealed(rig.sealing, session);
    const verdict = await rig.sealing.check(fileOf(text));
    expect(verdict).toMatchObject({
      kind: 'holds',
      signer: { kind: 'self' },
      file: {
        statement: {
          sealedAt: new Date(rig.clock.wallNow()).toISOString(),
          app: 'BatBot Web 1.7.2',
          session: {
            id: session.info.id,
            name: session.info.name,
            startedAt: new Date(session.info.startedAt).toISOString(),
            samples: session.info.samples,
            finished: true,
            damaged: 0,
          },
          device: { label: session.info.device, model: 'ACME', hardware: '2.1' },
          pack: { cells: 4, temperatures: 2, designCapacityAh: 100, cycles: 123, serial: 'A1' },
          technician: { userId: 'u1', name: 'Ada Lovelace' },
        },
      },
    });
  });

  test('[REC-91] another serial number begins another session, and each session is sealed with its own serial number', async () => {
    const rig = await setUp();
    await rig.ask(); // asks before the recording, on the same connection
    rig.recording.start();
    await rig.clock.advance(4_000);
    rig.pack.serial = 'B2';
    await rig.ask();
    await rig.clock.advance(4_000);
    await rig.recording.stop();
    const sealedAs = await Promise.all(
      [0, 1].map(async (index) => {
        const prepared = await rig.sealing.prepare(await rig.opened(index));
        if (!prepared.ok) return undefined;
        const { pack, session } = prepared.value.draft;
        return [pack.serial, session.follows];
      }),
    );
    expect(sealedAs).toEqual([
      ['B2', rig.sessions()[1]?.id],
      ['A1', undefined],
    ]);
    expect(rig.sessions()[0]?.follows).toBe(rig.sessions()[1]?.id);
  });

  test('[REC-91] after a change of the number of cells, the serial number is unknown until the device is asked again', async () => {
    const rig = await setUp();
    rig.recording.start();
    await rig.ask();
    await rig.clock.advance(4_000);
    rig.pack.cellsMv = [3302, 3304, 3303];
    await rig.clock.advance(4_000);
    await rig.recording.stop();
    const prepared = await rig.sealing.prepare(await rig.opened());
    expect(prepared.ok && prepared.value.draft.pack).toEqual({
      cells: 3,
      temperatures: 2,
      designCapacityAh: 100,
      cycles: 123,
    });
  });

  test('[REC-92] only the user who recorded a session can seal it, and only after it has ended', async () => {
    const rig = await setUp();
    rig.recording.start();
    await rig.clock.advance(3_000);
    const problem = async (session: RecordedSession) => {
      const prepared = await rig.sealing.prepare(session);
      return prepared.ok ? 'prepared' : prepared.error.kind;
    };
    const running = await rig.opened();
    expect(await problem(running)).toBe('recording');
    await rig.recording.stop();
    const session = await rig.opened();
    rig.recording.start(); // another session, which prevents no seal of this one
    const prepared = await rig.sealing.prepare(session);
    expect(prepared.ok).toBe(true);
    rig.technician.set({ userId: 'u2', name: 'Eve' });
    expect(await problem(session)).toBe('notYours');
    const parts: Uint8Array[] = [];
    const late = prepared.ok && (await prepared.value.write((part) => parts.push(part)));
    expect(late).toEqual({ ok: false, error: { kind: 'notYours' } });
    expect(parts).toEqual([]);
    rig.technician.set(undefined);
    expect(await problem(session)).toBe('signedOut');
  });

  test('[REC-92] nothing is signed after a cancel or after another user signed in', async () => {
    const rig = await setUp();
    rig.recording.start();
    await rig.clock.advance(3_000);
    await rig.recording.stop();
    const prepared = await rig.sealing.prepare(await rig.opened());
    let asked = 0;
    const parts: Uint8Array[] = [];
    const write = (isWanted: () => boolean) =>
      prepared.ok && prepared.value.write((part) => parts.push(part), isWanted);
    const cancelled = await write(() => (asked += 1) === 1);
    expect(cancelled).toEqual({ ok: false, error: { kind: 'cancelled' } });
    const other = await write(() => {
      rig.technician.set({ userId: 'u2', name: 'Eve' });
      return true;
    });
    expect(other).toEqual({ ok: false, error: { kind: 'notYours' } });
    expect(parts.map((part) => new TextDecoder().decode(part)).join('')).not.toContain('signature');
  });

  test('[REC-93] a sealed file is a valid capture with bytes, notes and events in order', async () => {
    const rig = await setUp();
    rig.recording.start();
    await rig.ask();
    await rig.clock.advance(4_000);
    rig.recording.note('cell 3 replaced');
    await rig.clock.advance(2_000);
    await rig.recording.stop();
    const session = await rig.opened();
    const text = await sealed(rig.sealing, session);
    const plain = await session.capture();
    const parsed = parseCapture(text);
    const expected = parseCapture(plain.ok ? plain.value.join('') : '');
    if (!parsed.ok || !expected.ok) throw new Error('both are captures');
    expect(parsed.value.header).toEqual(expected.value.header);
    expect(parsed.value.skipped).toEqual([]);
    const spoken = parsed.value.lines.filter(({ bytes }) => bytes.length > 0);
    expect(spoken).toEqual(expected.value.lines);
    const replies = capturedReplies(new TextEncoder().encode(text));
    expect(
      replies.flatMap(({ lines }) => lines).filter((line) => line.startsWith('+ADATA')),
    ).toHaveLength(3);
    const rows: readonly Record<string, unknown>[] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>); // every line is an object
    expect(rows.find(({ note }) => note !== undefined)).toMatchObject({ note: 'cell 3 replaced' });
    const sent = rows.filter(({ dir }) => dir === 'tx').map(({ hex, by }) => [hex, by]);
    expect(sent[0]).toEqual(['4154490d0a', undefined]);
    expect(sent[1]).toEqual(['41542b41444154410d0a', 'program']);
    const times = rows.slice(1).map(({ ms }) => Number(ms));
    expect(times.every((ms, index) => index === 0 || ms >= (times[index - 1] ?? 0))).toBe(true);
  });

  test('[REC-94] the seal of a recording that was interrupted or lost chunks states this', async () => {
    const rig = await setUp();
    rig.recording.start();
    await rig.clock.advance(5_000); // then the tab is closed, and another tab finds the recording
    const [info] = rig.sessions();
    rig.archive.damage(info?.id ?? '', 'bytes', 0, { not: 'ours' });
    const session = await rig.opened();
    await rig.recording.stop();
    const text = await sealed(rig.sealing, session);
    expect(await rig.sealing.check(fileOf(text))).toMatchObject({
      kind: 'holds',
      file: { statement: { session: { finished: false, damaged: 1 } } },
    });
  });

  test('[REC-95] each user of a computer has one key of their own', async () => {
    const rig = await setUp();
    rig.recording.start();
    await rig.clock.advance(3_000);
    await rig.recording.stop();
    const session = await rig.opened();
    const fingerprint = async (name: string) => {
      const prepared = await rig.sealing.prepare(session, name);
      return prepared.ok && prepared.value.fingerprint;
    };
    expect(await fingerprint('once')).toBe(await fingerprint('again'));
    const text = await sealed(rig.sealing, session);
    const signer = async () => {
      const verdict = await rig.sealing.check(fileOf(text));
      return verdict.kind === 'holds' && verdict.signer;
    };
    expect(await signer()).toEqual({ kind: 'self' });
    rig.technician.set({ userId: 'u2', name: 'Eve' });
    expect(await signer()).toEqual({ kind: 'unknown' }); // this user has no key yet
    await rig.keys.obtain('u2');
    expect(await signer()).toEqual({ kind: 'unknown' });
  });

  test('[REC-97] the name that a user gave to a key is shown to that user only', async () => {
    const rig = await setUp();
    rig.recording.start();
    await rig.clock.advance(3_000);
    await rig.recording.stop();
    const text = await sealed(rig.sealing, await rig.opened());
    rig.technician.set({ userId: 'u2', name: 'Eve' });
    const check = async () => {
      const verdict = await rig.sealing.check(fileOf(text));
      if (verdict.kind !== 'holds') throw new Error(verdict.kind);
      return verdict;
    };
    const { fingerprint } = (await check()).file;
    await rig.sealing.nameSigner(fingerprint, ' Ada,\u202E bench 2 ');
    expect((await check()).signer).toEqual({ kind: 'known', name: 'Ada, bench 2' });
    rig.technician.set({ userId: 'u3', name: 'Bob' });
    expect((await check()).signer).toEqual({ kind: 'unknown' });
    rig.technician.set({ userId: 'u2', name: 'Eve' });
    await rig.sealing.nameSigner(fingerprint, '');
    expect((await check()).signer).toEqual({ kind: 'unknown' });
    rig.technician.set(undefined);
    expect((await check()).signer).toEqual({ kind: 'unknown' });
    expect(await rig.sealing.nameSigner(fingerprint, 'x')).toMatchObject({
      error: { kind: 'signedOut' },
    });
  });

  test('[REC-96] without cryptography or storage for the key, sealing reports the reason', async () => {
    const rig = await setUp();
    rig.recording.start();
    await rig.clock.advance(3_000);
    await rig.recording.stop();
    const session = await rig.opened();
    const parts = {
      app: '',
      clock: rig.clock,
      technician$: rig.technician.live,
      recording$: rig.recording.state$,
    };
    const none = createSealing({ ...parts, crypto: undefined, keys: createMemorySealKeys() });
    expect(await none.prepare(session)).toMatchObject({ error: { kind: 'noCrypto' } });
    expect(await none.check(fileOf('x'))).toEqual({ kind: 'noCrypto' });
    const blocked = createSealing({
      ...parts,
      crypto: nodeCrypto,
      keys: createFakePorts().seal.keys,
    });
    expect(await blocked.prepare(session)).toMatchObject({ ok: false });
    expect(await blocked.check(fileOf('x'))).toMatchObject({
      kind: 'unreadable',
      signer: { kind: 'unknown' },
    });
    const failure = err({ kind: 'failed', message: 'no' } as const);
    const damaged = { ...session, bytes: () => Promise.resolve(failure) };
    expect(await rig.sealing.prepare(damaged)).toEqual(failure);
  });
});
