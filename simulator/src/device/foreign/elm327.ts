import type { Reading } from '../../bms/reading.ts';
import { bytesOf, hexOf } from './bytes.ts';
import type { Conversation } from './conversation.ts';
import { createLineReader } from './request-readers.ts';

/** The control unit that an ELM327 adapter is connected to. */
export interface ControlUnit {
  /** Identifiers of requests and responses, three hexadecimal digits each. */
  readonly request: string;
  readonly response: string;
  /** Returns the response to a request, which may be a negative response. */
  readonly answer: (request: readonly number[], reading: Reading) => readonly number[];
  /** The byte that fills a frame up to eight bytes. */
  readonly filler: number;
}

interface Settings {
  readonly echo: boolean;
  readonly lineFeeds: boolean;
  readonly spaces: boolean;
  readonly headers: boolean;
  /** True if the adapter removes the lengths and counters from frames. */
  readonly formatting: boolean;
  readonly header: string;
  readonly filter: string | undefined;
  /** `auto`: the adapter finds the protocol by searching and shows `A` before it. */
  readonly protocol: 'auto' | 'set';
  readonly searched: boolean;
}

const delivered: Settings = {
  echo: true,
  lineFeeds: false,
  spaces: true,
  headers: false,
  formatting: true,
  header: '7DF',
  filter: undefined,
  protocol: 'auto',
  searched: false,
};

const version = 'ELM327 v1.5';
const busName = 'ISO 15765-4 (CAN 11/500)';

/**
 * Splits a message by ISO 15765-2: one frame up to seven bytes, else a first frame of six and consecutive ones of
 * seven.
 */
export const isoTpFrames = (
  payload: readonly number[],
  filler: number,
): readonly (readonly number[])[] => {
  const fill = (frame: readonly number[]): readonly number[] =>
    Array.from({ length: 8 }, (_, at) => frame[at] ?? filler);
  if (payload.length <= 7) return [fill([payload.length, ...payload])];
  const consecutive = Array.from({ length: Math.ceil((payload.length - 6) / 7) }, (_, at) =>
    fill([0x20 | ((at + 1) & 15), ...payload.slice(6 + at * 7, 13 + at * 7)]),
  );
  const first = [0x10 | (payload.length >> 8), payload.length & 0xff, ...payload.slice(0, 6)];
  return [first, ...consecutive];
};

/** Returns the settings that a command changes; undefined if the command changes none. */
const change = (command: string): Partial<Settings> | undefined => {
  const on = command.endsWith('1');
  switch (command.replace(/[01]$/, '')) {
    case 'ATE':
      return { echo: on };
    case 'ATL':
      return { lineFeeds: on };
    case 'ATS':
      return { spaces: on };
    case 'ATH':
      return { headers: on };
    case 'ATCAF':
      return { formatting: on };
  }
  if (command === 'ATD') return { ...delivered };
  if (/^AT(?:SP|TP)A?[0-9A-C]$/.test(command))
    return { protocol: /A?0$|A.$/.test(command.slice(4)) ? 'auto' : 'set', searched: false };
  if (/^ATSH[0-9A-F]{3}$/.test(command)) return { header: command.slice(4) };
  if (/^ATCRA(?:[0-9A-F]{3})?$/.test(command)) return { filter: command.slice(5) || undefined };
  const accepted =
    /^AT(?:AL|NL|AR|M[01]|AT[012]|CFC[01]|ST[0-9A-F]{1,2}|CP[0-9A-F]{2}|C[MF][0-9A-F]{3}|FCSM[012]|FCSH[0-9A-F]{3}|FCSD[0-9A-F]{2,10})$/;
  return accepted.test(command) ? {} : undefined;
};

/** Creates an ELM327 adapter on the diagnostic socket of a car with this control unit. */
export const createElm327 = (unit: ControlUnit): Conversation => {
  let settings = delivered;
  let last = '';

  const query = (command: string): string | undefined => {
    switch (command) {
      case 'ATI':
        return version;
      case 'AT@1':
        return 'OBDII to RS232 Interpreter';
      case 'ATRV':
        return '12.4V';
      case 'ATDP':
        return settings.protocol === 'auto' ? `AUTO, ${busName}` : busName;
      case 'ATDPN':
        return settings.protocol === 'auto' ? 'A6' : '6';
      default:
        return undefined;
    }
  };
  const inBytes = (bytes: readonly number[]): string =>
    settings.spaces ? `${hexOf(bytes, ' ')} ` : hexOf(bytes);

  const inLines = (payload: readonly number[]): readonly string[] => {
    const frames = isoTpFrames(payload, unit.filler);
    if (settings.headers) {
      const header = settings.spaces ? `${unit.response} ` : unit.response;
      return frames.map((frame) => header + inBytes(frame));
    }
    if (!settings.formatting) return frames.map(inBytes);
    if (frames.length === 1) return [inBytes(payload)];
    const length = payload.length.toString(16).toUpperCase().padStart(3, '0');
    const gap = settings.spaces ? ' ' : '';
    return [
      length,
      ...frames.map((frame, at) => {
        const counter = (at & 15).toString(16).toUpperCase();
        return `${counter}:${gap}${inBytes(frame.slice(at === 0 ? 2 : 1))}`;
      }),
    ];
  };

  const ask = (digits: string, reading: Reading): readonly string[] => {
    if (!/^[0-9A-F]{2,}$/.test(digits)) return ['?'];
    // A single digit at the end is the number of frames to wait for.
    const request = bytesOf(
      Buffer.from(digits.slice(0, digits.length & ~1), 'hex').toString('latin1'),
    );
    const searching = settings.protocol === 'auto' && !settings.searched ? ['SEARCHING...'] : [];
    settings = { ...settings, searched: true };
    const isHeard =
      settings.header === unit.request &&
      (settings.filter === undefined || settings.filter === unit.response);
    return [...searching, ...(isHeard ? inLines(unit.answer(request, reading)) : ['NO DATA'])];
  };

  const run = (command: string, reading: Reading): readonly string[] => {
    if (!command.startsWith('AT')) return ask(command, reading);
    if (command === 'ATZ' || command === 'ATWS') {
      settings = delivered;
      return ['', '', version];
    }
    const answer = query(command);
    if (answer !== undefined) return [answer];
    const changed = change(command);
    settings = { ...settings, ...changed };
    return [changed === undefined ? '?' : 'OK'];
  };

  return {
    reader: createLineReader(),
    echoes: () => settings.echo,
    answer: (request, reading) => {
      const typed = request.replaceAll(/\s/g, '').toUpperCase();
      // CR alone repeats the previous command.
      last = typed === '' ? last : typed;
      const lines = last === '' ? [] : run(last, reading);
      const eol = settings.lineFeeds ? '\r\n' : '\r';
      return `${lines.map((each) => each + eol).join('')}${eol}>`;
    },
  };
};
