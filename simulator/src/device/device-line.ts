import { scramble } from '../faults/reply-faults.ts';
import type { ReplyDraft } from '../faults/reply-draft.ts';
import { createRandom } from '../random/seeded-random.ts';
import type { Reading } from '../bms/reading.ts';
import { parseAtCommand } from './at-command.ts';
import { createCommandReader } from './command-reader.ts';
import type { Counters } from './counters.ts';
import type { ForeignDevice } from './foreign/conversation.ts';
import {
  banner,
  bootLoaderBanner,
  finalError,
  finalOk,
  identityText,
  line,
} from './native-dialect.ts';
import type { PollAnswer } from './native-dialect.ts';
import type { System } from './system.ts';
import { createTxLine } from './tx-line.ts';

/**
 * One serial connector of the device. It receives bytes and the time and returns bytes. Times are in ms on the device's
 * clock and never decrease.
 */
export interface DeviceLine {
  readonly receive: (bytes: Uint8Array, nowMs: number) => void;
  /** Returns the bytes that have been sent by now. */
  readonly take: (nowMs: number) => Uint8Array;
  /** The time to call `take` again if there is no more input; undefined if nothing is queued. */
  readonly nextDueMs: () => number | undefined;
  /** Call it when the client disconnected: queued bytes are discarded, the settings of the device are kept. */
  readonly hangUp: () => void;
  /** Sets the bit rate of the client; 0 = unpaced. */
  readonly setBaudRate: (baudRate: number) => void;
}

/** Operations of the device on its connectors. */
export interface LineControl {
  readonly announce: (text: string, nowMs: number) => void;
  /** Restarts the connector with the factory settings. The native device sends its banner. */
  readonly boot: (nowMs: number) => void;
  readonly setEcho: (on: boolean) => void;
}

export interface LineParts {
  readonly transport: string;
  readonly counters: Counters;
  readonly record: (atMs: number, transport: string, text: string) => void;
  /** Advances the device: events that are due by now happen first. */
  readonly advance: (nowMs: number) => void;
  readonly system: System;
  /** The simulated foreign device; absent for the native one. */
  readonly foreign: ForeignDevice | undefined;
  readonly read: (nowMs: number) => Reading;
  readonly answerPoll: (answer: Omit<PollAnswer, 'reading'>, nowMs: number) => string;
  /** Converts a reply to the device's line endings and prompt. */
  readonly word: (reply: string) => string;
  readonly spoil: (draft: ReplyDraft, poll: boolean, nowMs: number) => ReplyDraft;
  /** `againMs`: time until the device is plugged in again; 0 = never. */
  readonly unplugMidFrame: (againMs: number) => void;
  /** Milliseconds between the end of a command and the first byte of its reply. */
  readonly latencyMs: number;
  readonly echo: boolean;
  /** The only bit rate of the device. Default: any. */
  readonly deviceBaud: number | undefined;
}

/** Returns ms per character: ten bits, with the start and the stop bit. */
const charMsAt = (baudRate: number): number => (baudRate === 0 ? 0 : 10_000 / baudRate);

/** Limit of queued bytes above which unsolicited lines are dropped. */
const announceLimit = 8192;

/** Formats a request for display: printable text unchanged, anything else in hexadecimal. */
const readable = (request: string): string =>
  /^[\x20-\x7e]*$/.test(request) ? request : Buffer.from(request, 'latin1').toString('hex');

export const createDeviceLine = (parts: LineParts): DeviceLine & LineControl => {
  const { counters, transport } = parts;
  let conversation = parts.foreign?.open();
  const commands = createCommandReader();
  const reader = () => conversation?.reader ?? commands;
  const tx = createTxLine();
  const mangling = createRandom(0).fork('wrong rate');
  let verbose = false;
  let echo = parts.echo;
  let sequence = 0;
  let underWay = 0;
  let mismatch = false;
  let streamDueMs = 0;
  /** Counts how often all queued bytes were discarded. */
  let discards = 0;
  const answerInLoader = (text: string, nowMs: number): string => {
    counters.commands += 1;
    parts.record(nowMs, transport, readable(text));
    return parts.system.answer(text, nowMs) ?? finalError;
  };
  let loader = parts.system.openBootLoader(answerInLoader, 0);
  const encode = (text: string): Uint8Array =>
    Buffer.from(mismatch ? scramble(text, mangling) : text, 'latin1');

  const reply = (text: string, nowMs: number): string => {
    const command = parseAtCommand(text);
    switch (command.kind) {
      case 'attention':
        return finalOk;
      case 'identify':
        return identityText(parts.system.identity()) + finalOk;
      case 'setEcho':
        echo = command.on;
        return finalOk;
      case 'setVerbose':
        verbose = command.on;
        counters[command.on ? 'verboseOn' : 'verboseOff'] += 1;
        return finalOk;
      case 'queryVerbose':
        return line(`+VB: ${verbose ? 1 : 0}`) + finalOk;
      case 'testVerbose':
        return line('+VB: (0,1)') + finalOk;
      case 'poll':
        counters.polls += 1;
        if (underWay > 0) counters.overlappingPolls += 1;
        sequence += 1;
        return parts.answerPoll({ sequence, verbose }, nowMs);
      case 'unknown': {
        const answer = parts.system.answer(text, nowMs) ?? finalError;
        if (answer.includes('ERROR')) counters.errors += 1;
        return answer;
      }
    }
  };
  const transmit = (draft: ReplyDraft, nowMs: number): void => {
    const bytes = encode(draft.text);
    if (bytes.length === 0) return;
    const pace = draft.charMs === undefined ? {} : { charMs: draft.charMs };
    const head = { atMs: nowMs + draft.delayMs, ...pace };
    const epoch = discards;
    underWay += 1;
    const done = (): void => {
      if (epoch === discards) underWay -= 1;
    };
    const { unplug } = draft;
    const cut = unplug?.at ?? draft.pause?.at ?? bytes.length;
    if (unplug) {
      const onSent = (): void => parts.unplugMidFrame(unplug.againMs);
      tx.enqueue({ ...head, bytes: bytes.subarray(0, cut), onSent });
    } else if (draft.pause) {
      tx.enqueue({ ...head, bytes: bytes.subarray(0, cut) });
      tx.enqueue({ ...head, bytes: bytes.subarray(cut), gapMs: draft.pause.ms, onSent: done });
    } else if (bytes.length > 1 && bytes.at(-1) === 0x0a) {
      // A client that has read OK and CR may continue: the line feed after them no longer belongs to the reply.
      tx.enqueue({ ...head, bytes: bytes.subarray(0, -1), onSent: done });
      tx.enqueue({ ...head, bytes: bytes.subarray(-1) });
    } else tx.enqueue({ ...head, bytes, onSent: done });
  };
  const forget = (): void => {
    tx.clear();
    reader().clear();
    underWay = 0;
    discards += 1;
  };
  const runForeign = (request: string, nowMs: number): void => {
    const text = conversation?.answer(request, parts.read(nowMs)) ?? '';
    if (text === '') {
      counters.errors += 1;
      return;
    }
    counters.polls += 1;
    if (underWay > 0) counters.overlappingPolls += 1;
    transmit(parts.spoil({ text, delayMs: parts.latencyMs }, true, nowMs), nowMs);
    counters.replies += 1;
  };
  const run = (text: string, nowMs: number): void => {
    counters.commands += 1;
    parts.record(nowMs, transport, readable(text));
    if (conversation) return runForeign(text, nowMs);
    const poll = parseAtCommand(text).kind === 'poll';
    const draft = { text: parts.word(reply(text, nowMs)), delayMs: parts.latencyMs };
    transmit(parts.spoil(draft, poll, nowMs), nowMs);
    counters.replies += 1;
  };
  /**
   * Sends the unsolicited output of a device. If several times have passed since the last call, only the last one is
   * sent.
   */
  const stream = (nowMs: number): void => {
    const unsolicited = conversation?.stream;
    if (!unsolicited || nowMs < streamDueMs) return;
    const missed = Math.floor((nowMs - streamDueMs) / unsolicited.everyMs);
    const atMs = streamDueMs + missed * unsolicited.everyMs;
    streamDueMs = atMs + unsolicited.everyMs;
    if (tx.pending() > announceLimit) counters.dropped += 1;
    else
      transmit(
        parts.spoil({ text: unsolicited.say(parts.read(atMs)), delayMs: 0 }, true, atMs),
        atMs,
      );
  };
  /** Sends the output of the boot loader as it is, without the dialect's line endings. */
  const sendFromLoader = (text: string, nowMs: number): void => {
    if (text === '') return;
    transmit(parts.spoil({ text, delayMs: parts.latencyMs }, false, nowMs), nowMs);
  };
  const settle = (nowMs: number): void => {
    parts.advance(nowMs);
    stream(nowMs);
    if (loader) sendFromLoader(loader.tick(nowMs), nowMs);
    const text = reader().takeIdle(nowMs);
    if (text !== undefined) run(text, nowMs);
  };

  return {
    receive: (bytes, nowMs) => {
      settle(nowMs);
      counters.bytesIn += bytes.length;
      if (parts.system.restartDueMs() !== undefined) return;
      if (mismatch && conversation) return;
      if (mismatch) {
        // The device receives unreadable bytes and replies with an error, which the client cannot read either.
        transmit({ text: finalError, delayMs: parts.latencyMs }, nowMs);
        return;
      }
      if (loader) return sendFromLoader(loader.receive(bytes, nowMs), nowMs);
      const echoes = conversation ? (conversation.echoes?.() ?? false) : echo;
      if (echoes) tx.enqueue({ atMs: nowMs, bytes: bytes.slice() });
      for (const text of reader().push(bytes, nowMs)) run(text, nowMs);
    },
    take: (nowMs) => {
      // A restart discards queued bytes. Bytes that were sent before it are taken first.
      const restartMs = parts.system.restartDueMs();
      const isDue = restartMs !== undefined && restartMs <= nowMs;
      const before = isDue ? tx.take(restartMs) : Buffer.alloc(0);
      settle(nowMs);
      const bytes = Buffer.concat([before, tx.take(nowMs)]);
      counters.bytesOut += bytes.length;
      return bytes;
    },
    nextDueMs: () => {
      const streamAt = conversation?.stream ? streamDueMs : undefined;
      const due = [tx.nextDueMs(), reader().idleAt(), streamAt, parts.system.restartDueMs()].filter(
        (at) => at !== undefined,
      );
      return due.length > 0 ? Math.min(...due) : undefined;
    },
    announce: (text, nowMs) => {
      if (tx.pending() > announceLimit) counters.dropped += 1;
      else tx.enqueue({ atMs: nowMs, bytes: encode(parts.word(text)) });
    },
    hangUp: () => {
      forget();
      loader?.hangUp();
    },
    boot: (nowMs) => {
      forget();
      conversation = parts.foreign?.open();
      streamDueMs = nowMs;
      verbose = parts.system.isOn('VBDEF');
      echo = parts.echo || parts.system.isOn('ECHODEF');
      sequence = 0;
      loader = parts.system.openBootLoader(answerInLoader, nowMs);
      const greeting = loader ? bootLoaderBanner : banner;
      if (!conversation) tx.enqueue({ atMs: nowMs, bytes: encode(parts.word(greeting)) });
    },
    setEcho: (on) => {
      echo = on;
    },
    setBaudRate: (baudRate) => {
      const { deviceBaud } = parts;
      mismatch = deviceBaud !== undefined && baudRate !== 0 && baudRate !== deviceBaud;
      tx.setCharMs(charMsAt(baudRate === 0 ? 0 : (deviceBaud ?? baudRate)));
    },
  };
};
