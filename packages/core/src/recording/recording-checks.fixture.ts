/// <reference types="node" />
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { createFakeSessionArchive } from '../fakes/fake-session-archive.ts';
import type { PieceTools } from '../ports/piece-tools.ts';
import { ok } from '../prelude/result.ts';
import { makeSealKey, sealedText, verdictOf } from '../sealing/sealing.fixture.ts';
import { sessionLines } from '../sealing/session-lines.ts';
import { makePieces, openPieces } from '../uploads/recording-pieces.ts';
import type { ReplyProfile } from '../protocol/reply-decoder.ts';
import type { ByteRecord } from './chunks.ts';
import { openSession, type RecordedSession } from './recorded-session.ts';
import { NATIVE, packOf, type RecordingWorld, type Reported } from './recording-world.fixture.ts';
import { GAP_MS, isGap } from './sample-columns.ts';
import { parseSessionInfo } from './session-info.ts';

/** The packs of each serial number. */
const PACKS_OF: Readonly<Record<string, readonly string[]>> = {
  A1: ['4 cells, 100 Ah'],
  B2: ['4 cells, 200 Ah'],
  C3: ['8 cells, 100 Ah'],
  D4: ['5 cells, undefined Ah', '6 cells, undefined Ah'],
};

const NO_BYTES = new Uint8Array(0);
const UPLOAD = { id: 'r', assetId: 'a', name: 'Bay 4' };
const atOnce = () => Promise.resolve();
const key = makeSealKey();
const tools: PieceTools = {
  gzip: (bytes) => Promise.resolve(bytes),
  gunzip: (bytes) => Promise.resolve(bytes),
  sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
};

/** Seals the session, and uploads and downloads it. */
const checkFile = async (session: RecordedSession): Promise<void> => {
  const made = await makePieces(session, UPLOAD, tools, () => Promise.resolve(true));
  if (!made.ok) throw new Error(made.error.kind);
  const { input, pieces } = made.value;
  const back = await openPieces(
    input,
    tools,
    (name) => Promise.resolve(ok(pieces.get(name) ?? NO_BYTES)),
    () => true,
  );
  if (!back.ok) throw new Error(JSON.stringify(back.error));
  const other = createFakeSessionArchive().archive;
  await other.save({ userId: 'u3', sessionId: 'r', ...back.value });
  const opened = await openSession(other, 'u3', { ...back.value.info, id: 'r' }, undefined, atOnce);
  if (!opened.ok) throw new Error(opened.error.kind);
  expect(opened.value.events).toEqual(session.events);
  for (let index = 0; index < session.series.length; index += 1)
    expect(await opened.value.sampleAt(index)).toEqual(await session.sampleAt(index));
  const bytes = await session.bytes();
  const sealed = await sealedText(await key, [
    ...sessionLines(bytes.ok ? bytes.value.records : [], session.events),
  ]);
  const file = new TextEncoder().encode(sealed);
  expect((await verdictOf(file)).kind).toBe('holds');
  const at = (session.info.startedAt * 7) % (file.length - 1);
  file[at] = (file[at] ?? 0) ^ 1;
  expect((await verdictOf(file)).kind).not.toBe('holds');
};

const textOf = (records: readonly ByteRecord[]): string =>
  records.map(({ bytes }) => new TextDecoder().decode(bytes)).join('');

/** Checks the samples against those that were reported. Returns the packs that they are of. */
const checkSamples = async (
  { series, sampleAt }: RecordedSession,
  { samples, excuse }: Reported,
): Promise<ReadonlySet<string>> => {
  const packs = new Set<string>();
  const { ms, wall } = series.columns;
  const missing = samples.length - series.length;
  if (excuse === undefined) expect(missing, 'missing samples').toBe(0);
  expect(missing, 'missing samples').toBeGreaterThanOrEqual(0);
  const mayLackFirst = excuse === 'cleared' || excuse === 'deleted';
  for (let index = 0; index < series.length; index += 1) {
    const at = mayLackFirst ? samples.findIndex((each) => each.ms === ms[index]) : index;
    const [before, reported] = [samples[at - 1], samples[at]];
    if (reported === undefined) throw new Error(`sample ${index} was not reported`);
    const sample = await sampleAt(index);
    expect(sample.ok && sample.value).toEqual(reported.sample);
    expect([ms[index], wall[index]]).toEqual([reported.ms, reported.wall]);
    packs.add(packOf(reported.sample));
    if (index === 0) continue;
    expect(ms[index], 'the time increases').toBeGreaterThan(ms[index - 1] ?? 0);
    if (before !== undefined && reported.ms - before.ms > GAP_MS)
      expect(isGap(series.columns, index), 'the gap is marked').toBe(true);
  }
  return packs;
};

/** Checks that a session contains nothing of another pack, also when it is decoded again. */
const checkPack = async (
  { info, series, events }: RecordedSession,
  again: RecordedSession,
  records: readonly ByteRecord[],
  recorded: ReadonlySet<string>,
): Promise<void> => {
  const packs = new Set(recorded);
  for (let index = 0; index < again.series.length; index += 1) {
    const sample = await again.sampleAt(index);
    if (sample.ok && sample.value) packs.add(packOf(sample.value));
  }
  const [pack, ...others] = packs;
  expect(others, `other packs than ${pack}`).toEqual([]);
  if (pack === undefined) return;
  const { identity, follows } = info;
  if (identity?.serial !== undefined) expect(PACKS_OF[identity.serial]).toContain(pack);
  if (follows === undefined) return;
  // Until the connection ends, every serial number is of this pack.
  const ended = events.find(({ kind }) => kind === 'system')?.ms ?? Number.POSITIVE_INFINITY;
  const until = Math.min(series.columns.ms.at(-1) ?? 0, ended);
  const text = textOf(records.filter(({ dir, ms }) => dir === 'rx' && ms <= until));
  for (const [, serial = ''] of text.matchAll(/SN:(..)/g)) expect(PACKS_OF[serial]).toContain(pack);
};

/** Checks that a stored session contains what was reported while it was recorded, and nothing else. */
export const checkSession = async (
  { archiveOf, sessions }: RecordingWorld,
  userId: string,
  row: unknown,
): Promise<void> => {
  const info = parseSessionInfo(row);
  const reported = sessions.get(info?.id ?? '');
  if (info === undefined || reported === undefined) throw new Error('not reported');
  expect(reported.userId, 'the owner of the session').toBe(userId);
  const open = async (profile?: ReplyProfile): Promise<RecordedSession> => {
    const opened = await openSession(archiveOf(userId), userId, info, profile, atOnce);
    if (!opened.ok) throw new Error(opened.error.kind);
    return opened.value;
  };
  const session = await open();
  const bytes = await session.bytes();
  const { records, damaged } = bytes.ok ? bytes.value : { records: [], damaged: 1 };
  expect([session.damaged, damaged]).toEqual([0, 0]);
  const packs = await checkSamples(session, reported);
  await checkPack(session, await open(NATIVE), records, packs);
  if (reported.notes.length > 0) await checkFile(session);
  const { events } = session;
  for (const rows of [records, events]) {
    const inOrder = rows.every(({ ms }, index) => ms >= (rows[index - 1]?.ms ?? 0));
    expect(inOrder, 'time never runs backwards').toBe(true);
  }
  const notes = events.filter(({ kind }) => kind === 'note').map(({ text }) => text);
  expect(reported.notes).toEqual(expect.arrayContaining(notes));
  if (reported.excuse !== undefined) return;
  expect(notes).toEqual(reported.notes);
  expect(info).toMatchObject({ finished: true, samples: session.series.length });
  const count = records.reduce((sum, each) => sum + each.bytes.length, 0);
  expect(count).toBe(info.rxBytes + info.txBytes);
  expect(count).toBeGreaterThanOrEqual(reported.bytes);
};
