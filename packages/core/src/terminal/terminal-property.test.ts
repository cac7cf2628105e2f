import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportParts } from '../log/log-export.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import { parseCapture } from '../protocol/capture.ts';
import { setUp, step } from './random-steps.fixture.ts';

test('[DP-02] [LINK-100] [TERM-79] whatever happens to users, devices and commands, no command is written twice or to the wrong device, and every byte is in the log', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const { clock, core, problems, published, act, connect, ...rig } = await setUp();
      const ended: string[] = [];
      core().link.transactions$.subscribe(({ text }) => {
        if (text.startsWith('ATX')) ended.push(text);
      });
      for (const each of steps) await act(each);
      await act({ kind: 'terminal' });
      await clock.advance(60_000);
      expect(problems).toEqual([]);
      expect(new Set(ended).size).toBe(ended.length);
      expect([rig.unsettled(), rig.missing(), core().link.waiting$.value]).toEqual([0, 0, 0]);

      await act({ kind: 'disconnect' });
      await clock.advance(1_000);
      const entries = core().terminal.log$.value.entries();
      const logged = entries.flatMap(({ direction, bytes }) =>
        direction === 'received' ? [bytes] : [],
      );
      if (!steps.some(({ kind }) => kind === 'user' || kind === 'clear'))
        expect(joinBytes(logged)).toEqual(joinBytes(published));
      core().terminal.settings.change({ showBackground: true });
      await clock.advance(1_000);
      const options = { format: 'jsonl', hex: false, times: 'none' } as const;
      const text = [...exportParts(core().terminal.shown$.value, options)].join('');
      const read = parseCapture(text);
      expect(read.ok && read.value.lines.map(({ dir, bytes }) => [dir, ...bytes])).toEqual(
        entries.map(({ direction, bytes }) => [direction === 'sent' ? 'tx' : 'rx', ...bytes]),
      );

      // The queue still works: the first commands may get a refused write or be held by owed replies.
      for (const kind of ['plug', 'answer'] as const)
        await act(kind === 'plug' ? { kind, device: 0 } : { kind, device: 0, ms: 0 });
      await connect();
      const outcomes: unknown[] = [];
      for (let count = 0; count < 4; count += 1) {
        const last = core().terminal.send('ATLAST');
        if (last.ok) void last.value.then(({ kind }) => outcomes.push(kind));
        await clock.advance(10_000);
      }
      expect([outcomes.length, outcomes.at(-1)]).toEqual([4, 'ok']);
      await rig.dispose();
      expect(clock.pendingTimers()).toBe(0);
    }),
    { numRuns: 25, seed: 1 },
  );
});
