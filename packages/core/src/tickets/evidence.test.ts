import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ok } from '../prelude/result.ts';
import type { CheckReport } from '../procedures/report-file.ts';
import { photoKind } from './photo-kind.ts';
import { proposalsOf } from './proposal.ts';
import { lastMinutes } from './recording-part.ts';
import { joinPieces, PIECE_BYTES, splitPieces } from './ticket-changes.ts';

const tools = {
  sha256: (bytes: Uint8Array) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
};
const head = (...values: readonly (number | string)[]): Uint8Array =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === 'number' ? [value] : [...new TextEncoder().encode(value)],
    ),
  );

describe('photos', () => {
  test('[PAGE-137] a photo is recognized by its first bytes, not by its name', () => {
    expect(photoKind(head(0xff, 0xd8, 0xff, 0xe1))).toEqual({ type: 'image/jpeg' });
    expect(photoKind(head(0x89, 'PNG\r\n'))).toEqual({ type: 'image/png' });
    expect(photoKind(head('RIFF', 1, 2, 3, 4, 'WEBP'))).toEqual({ type: 'image/webp' });
  });

  test('[PAGE-137] HEIC, a renamed program and an empty file are refused', () => {
    expect(photoKind(head(0, 0, 0, 24, 'ftypheic'))).toEqual({ refused: 'heic' });
    expect(photoKind(head('MZ', 0x90, 0))).toEqual({ refused: 'other' });
    expect(photoKind(head(0, 0, 0, 24, 'ftypisom'))).toEqual({ refused: 'other' });
    expect(photoKind(new Uint8Array())).toEqual({ refused: 'other' });
  });

  test('[PAGE-137] data is split into pieces of 1 MiB and joined again, also if pieces are equal', async () => {
    const bytes = new Uint8Array(3 * PIECE_BYTES + 5).fill(7);
    const { names, pieces } = await splitPieces(bytes, tools);
    expect(names).toHaveLength(4);
    expect(pieces.size).toBe(2);
    const last = names.length - 1;
    const entry = {
      pieces: names.map((_, row) => ({ seq: last - row, sha256: names[last - row] ?? '' })),
    };
    const joined = await joinPieces(entry, (sha256) =>
      Promise.resolve(ok(new Uint8Array(pieces.get(sha256) ?? []))),
    );
    expect(joined.ok && joined.value.length === bytes.length).toBe(true);
    expect(joined.ok && joined.value.every((each) => each === 7)).toBe(true);
  });
});

describe('evidence', () => {
  test('[PAGE-138] each failed step of a check proposes an entry with value, limit and unit', () => {
    const step = { kind: 'measure', outcome: 'failed' } as const;
    const report: CheckReport = {
      id: 'r',
      name: 'Receiving check',
      purpose: '',
      startedAt: 0,
      endedAt: 1,
      end: 'failed',
      device: 'Fake',
      identity: {},
      conditions: [],
      halts: [],
      steps: [
        { ...step, title: 'Spread', found: '45 mV', needed: '≤ 30 mV', value: 45, unit: 'mV' },
        { ...step, title: 'Fine', outcome: 'passed', found: '1 mV' },
        { title: 'Never begun', kind: 'measure', outcome: 'notDone' },
      ],
    };
    expect(proposalsOf(report)).toEqual([
      {
        text: 'Receiving check, Spread: 45 mV, expected ≤ 30 mV.',
        finding: {
          check: 'Receiving check',
          step: 'Spread',
          found: '45 mV',
          needed: '≤ 30 mV',
          value: 45,
          unit: 'mV',
        },
      },
    ]);
  });

  test('[PAGE-139] the last ten minutes of a recording are attached, with their notes', () => {
    const ms = Float64Array.from({ length: 1_000 }, (_, row) => row * 2_000);
    const asked: (number | undefined)[] = [];
    const session = {
      info: {},
      series: { startedAt: 0, length: ms.length, columns: { ms } },
      events: [
        { ms: 1_000, kind: 'note', text: 'early' },
        { ms: 1_990_000, kind: 'note', text: 'late' },
      ],
      blocks: (_rows: number, first?: number) => {
        asked.push(first);
        return Promise.resolve(ok([]));
      },
    } as unknown as Parameters<typeof lastMinutes>[0]; // only the fields that are read
    const { part, durationS } = lastMinutes(session);
    void part.blocks(600);
    expect(durationS).toBe(600);
    expect(part.series.length).toBe(301);
    expect(asked).toEqual([699]);
    expect(part.events.map(({ text }) => text)).toEqual(['late']);
  });
});
