import type { LineChange } from '../device/control-lines.ts';

/** The longest break in ms. A longer one is shortened. */
const longestBreakMs = 5000;

/** A text frame of `/serial`: the change of control lines that it requests. */
export interface LinesRequest {
  readonly change: LineChange;
  readonly afterMs: number;
  readonly id?: number;
}

type Fields = ReadonlyMap<string, unknown>;

const fieldsOf = (text: string): Fields | undefined => {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? new Map(Object.entries(json)) : undefined;
  } catch {
    return undefined;
  }
};

const readChange = (fields: Fields): LinesRequest | undefined => {
  const [dtr, rts, ms] = [fields.get('dtr'), fields.get('rts'), fields.get('ms')];
  switch (fields.get('kind')) {
    case 'ask':
      return { change: {}, afterMs: 0 };
    case 'signals':
      return {
        change: {
          ...(typeof dtr === 'boolean' ? { dtr } : {}),
          ...(typeof rts === 'boolean' ? { rts } : {}),
        },
        afterMs: 0,
      };
    case 'break':
      return typeof ms === 'number' && ms >= 0
        ? { change: { brk: true }, afterMs: Math.min(ms, longestBreakMs) }
        : undefined;
    default:
      return undefined;
  }
};

/** Parses a request; undefined for any other text. */
export const readLinesRequest = (text: string): LinesRequest | undefined => {
  const fields = fieldsOf(text);
  const request = fields && readChange(fields);
  const id = fields?.get('id');
  return request !== undefined && typeof id === 'number' ? { ...request, id } : request;
};
