import { createCommandReader } from '../device/command-reader.ts';
import type { DeviceLine } from '../device/device-line.ts';
import { createTxLine } from '../device/tx-line.ts';
import type { Traffic } from './recording.ts';

/**
 * `time`: sends all recorded output at its recorded times, counted from the client's first byte or opening. `command`:
 * sends the output that followed each command.
 */
export type ReplayMode = 'time' | 'command';

interface Said {
  /** Milliseconds after the command, or after the recording's first entry. */
  readonly afterMs: number;
  readonly text: string;
}

/**
 * Returns the output that followed each command, in the order of the recording. Chunks of one command line are joined.
 */
const saidAfterCommands = (
  recording: readonly Traffic[],
): ReadonlyMap<string, readonly (readonly Said[])[]> => {
  const answers = new Map<string, Said[][]>();
  const reader = createCommandReader();
  let current: { readonly sinceMs: number; readonly said: Said[] } | undefined;
  const begin = (text: string, ms: number): void => {
    current = { sinceMs: ms, said: [] };
    answers.set(text, [...(answers.get(text) ?? []), current.said]);
  };
  for (const { direction, ms, text } of recording) {
    const idle = reader.takeIdle(ms);
    if (idle !== undefined) begin(idle, ms);
    if (direction === 'in')
      for (const line of reader.push(Buffer.from(text, 'latin1'), ms)) begin(line, ms);
    else current?.said.push({ afterMs: ms - current.sinceMs, text });
  }
  return answers;
};

/**
 * Creates a connector that sends a recording. `speed` 2 = twice as fast. The last reply to a command is repeated when
 * there are no more.
 */
export const createReplayLine = (
  recording: readonly Traffic[],
  options: { readonly mode: ReplayMode; readonly speed: number },
): DeviceLine => {
  const { mode, speed } = options;
  const tx = createTxLine();
  const reader = createCommandReader();
  const answers = saidAfterCommands(recording);
  const used = new Map<string, number>();
  const firstMs = recording[0]?.ms ?? 0;
  let started = false;
  const say = (said: readonly Said[], nowMs: number): void => {
    for (const { afterMs, text } of said)
      tx.enqueue({ atMs: nowMs + afterMs / speed, bytes: Buffer.from(text, 'latin1') });
  };
  const start = (nowMs: number): void => {
    if (mode !== 'time' || started) return;
    started = true;
    const out = recording.filter(({ direction }) => direction === 'out');
    say(
      out.map(({ ms, text }) => ({ afterMs: ms - firstMs, text })),
      nowMs,
    );
  };
  const answer = (command: string, nowMs: number): void => {
    const all = answers.get(command) ?? [];
    const index = used.get(command) ?? 0;
    used.set(command, index + 1);
    say(all[Math.min(index, all.length - 1)] ?? [], nowMs);
  };
  const settle = (nowMs: number): void => {
    const idle = reader.takeIdle(nowMs);
    if (mode === 'command' && idle !== undefined) answer(idle, nowMs);
  };
  return {
    receive: (bytes, nowMs) => {
      settle(nowMs);
      start(nowMs);
      const commands = reader.push(bytes, nowMs);
      if (mode === 'command') for (const command of commands) answer(command, nowMs);
    },
    take: (nowMs) => {
      settle(nowMs);
      return tx.take(nowMs);
    },
    nextDueMs: () => {
      const due = [tx.nextDueMs(), reader.idleAt()].filter((at) => at !== undefined);
      return due.length > 0 ? Math.min(...due) : undefined;
    },
    hangUp: () => {
      tx.clear();
      reader.clear();
      used.clear();
      started = false;
    },
    // Chunks have their own times, so the bit rate has no effect.
    setBaudRate: () => undefined,
  };
};
