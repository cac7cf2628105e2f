import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { PieceTools } from '../ports/piece-tools.ts';
import { err, ok } from '../prelude/result.ts';
import { decodeEvents } from '../recording/chunks.ts';
import { setUpRecording } from '../recording/recording.fixture.ts';
import { makePieces, openPieces, type NamedPieces } from './recording-pieces.ts';

const tools: PieceTools = {
  gzip: (bytes) => Promise.resolve(new Uint8Array(gzipSync(bytes))),
  gunzip: (bytes, mostBytes) => {
    try {
      return Promise.resolve(new Uint8Array(gunzipSync(bytes, { maxOutputLength: mostBytes })));
    } catch {
      return Promise.resolve(undefined);
    }
  },
  sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
};
const goOn = () => Promise.resolve(true);
const NAMES = { id: 'r-1', assetId: 'a-1', name: 'Bay 4' };

/** Records a session of three samples with a note. */
const recorded = async () => {
  const { recording, clock, connect } = await setUpRecording();
  await connect();
  recording.start();
  await clock.advance(5_000);
  recording.note('Before the repair');
  await clock.advance(2_000);
  await recording.stop();
  await recording.refresh();
  const list = recording.sessions$.value;
  const id = list.kind === 'ready' ? (list.sessions[0]?.id ?? '') : '';
  const opened = await recording.open(id);
  if (!opened.ok) throw new Error(opened.error.kind);
  return { recording, session: opened.value };
};

test('[SYNC-19] a session is split into pieces and restored from them, with its notes and every cell', async () => {
  const { recording, session } = await recorded();
  const made = await makePieces(session, NAMES, tools, goOn);
  if (!made.ok) throw new Error(made.error.kind);
  const { input, pieces } = made.value;
  expect(input).toMatchObject({ id: 'r-1', assetId: 'a-1', samples: session.series.length });
  const row = input as unknown as NamedPieces; // in the form in which the server returns it
  expect(input['startedAt']).toBe(new Date(session.info.startedAt).toISOString());
  expect(row.chunks.map(({ kind, seq }) => [kind, seq])).toEqual([
    ['session', 0],
    ['samples', 0],
  ]);

  const piece = (sha256: string) => {
    const bytes = pieces.get(sha256);
    return Promise.resolve(bytes === undefined ? err('missing' as const) : ok(bytes));
  };
  const back = await openPieces(row, tools, piece, () => true);
  if (!back.ok) throw new Error(JSON.stringify(back.error));
  expect(await recording.add(back.value.info, back.value.chunks)).toMatchObject({ ok: true });
  const again = await recording.open('r-1');
  if (!again.ok) throw new Error(again.error.kind);
  expect(again.value.info).toMatchObject({ name: 'Bay 4', id: 'r-1', finished: true });
  expect(again.value.damaged).toBe(0);
  expect(again.value.events).toEqual(session.events);
  expect(again.value.series.columns.currentA).toEqual(session.series.columns.currentA);
  for (let index = 0; index < session.series.length; index += 1) {
    expect(await again.value.sampleAt(index)).toEqual(await session.sampleAt(index));
  }
});

test('[SYNC-19] a piece that was changed, is missing, or has a newer version is refused', async () => {
  const { session } = await recorded();
  const made = await makePieces(session, NAMES, tools, goOn);
  if (!made.ok) throw new Error(made.error.kind);
  const row = made.value.input as unknown as NamedPieces; // in the form in which the server returns it
  const other = () => Promise.resolve(ok(Uint8Array.of(1, 2, 3)));
  const missing = () => Promise.resolve(err({ kind: 'refused' as const }));
  const yes = () => true;
  expect(await openPieces(row, tools, other, yes)).toEqual(err({ kind: 'damaged' }));
  expect(await openPieces(row, tools, missing, yes)).toEqual(err({ kind: 'refused' }));
  expect(await openPieces({ ...row, schemaVersion: 2 }, tools, other, yes)).toEqual(
    err({ kind: 'newer' }),
  );
});

test('[SYNC-19] making and opening pieces stop when the user cancels', async () => {
  const { session } = await recorded();
  const no = () => Promise.resolve(false);
  expect(await makePieces(session, NAMES, tools, no)).toEqual(err({ kind: 'cancelled' }));
  const made = await makePieces(session, NAMES, tools, goOn);
  if (!made.ok) throw new Error(made.error.kind);
  const row = made.value.input as unknown as NamedPieces; // in the form in which the server returns it
  const piece = () => Promise.resolve(ok(new Uint8Array()));
  expect(await openPieces(row, tools, piece, () => false)).toEqual(err({ kind: 'cancelled' }));
});

test('[SYNC-54] a piece whose JSON would stop the page for seconds is refused before it is parsed', async () => {
  const { session } = await recorded();
  const open = async (events: string) => {
    const { follows: _, ...info } = session.info;
    const text = `{"info":${JSON.stringify(info)},"events":[${events}]}`;
    const bytes = new Uint8Array(gzipSync(text));
    const sha256 = await tools.sha256(bytes);
    const row = { id: 'r-1', schemaVersion: 1, chunks: [{ kind: 'session', seq: 0, sha256 }] };
    const parse = vi.spyOn(JSON, 'parse');
    const opened = await openPieces(
      row,
      tools,
      () => Promise.resolve(ok(bytes)),
      () => true,
    );
    const isParsed = parse.mock.calls.some(([json]) => json === text);
    parse.mockRestore();
    return [opened.ok, isParsed];
  };
  const event = (text: string) => JSON.stringify({ ms: 0, wall: 0, kind: 'system', text });
  expect(await open(Array(90_000).fill(event('The device was disconnected.')).join())).toEqual([
    true,
    true,
  ]);
  for (const hostile of [
    Array(110_000).fill(event('')).join(),
    Array(600_000).fill('{}').join(),
    '['.repeat(600_000),
    event('x'.repeat(17_000_000)),
  ]) {
    expect(await open(hostile)).toEqual([false, false]);
  }
});

test('[SYNC-54] a session whose piece could not be opened is not uploaded', async () => {
  const { session } = await recorded();
  const event = { ms: 0, wall: 0, kind: 'system', text: 'The device was disconnected.' } as const;
  const events = Array.from({ length: 110_000 }, () => event);
  expect(await makePieces({ ...session, events }, NAMES, tools, goOn)).toEqual(
    err({ kind: 'tooLarge' }),
  );
});

test('[SYNC-55] a text of a session that would stop the page while it is drawn is shortened and says so', async () => {
  const { session } = await recorded();
  const { follows: _, ...info } = session.info;
  const events = [{ ms: 0, wall: 0, kind: 'note', text: 'x'.repeat(15_000_000) }];
  const text = JSON.stringify({ info: { ...info, name: 'n'.repeat(3_000) }, events });
  const bytes = new Uint8Array(gzipSync(text));
  const sha256 = await tools.sha256(bytes);
  const row = { id: 'r-1', schemaVersion: 1, chunks: [{ kind: 'session', seq: 0, sha256 }] };
  const opened = await openPieces(
    row,
    tools,
    () => Promise.resolve(ok(bytes)),
    () => true,
  );
  if (!opened.ok) throw new Error('not opened');
  expect(opened.value.info.name).toMatch(/^n{1940}… \(1060 more characters are not shown\)$/);
  const data = opened.value.chunks[0]?.data;
  const [note] = decodeEvents(data) ?? [];
  expect(note?.text).toMatch(/^x{1940}… \(14998060 more characters are not shown\)$/);
});
