import type { LineChange } from '../device/control-lines.ts';

/** Longer breaks are cut. */
const longestBreakMs = 5000;

/** A text frame of `/serial`: what it changes, and when it is answered. */
export interface LinesRequest {
  readonly change: LineChange;
  readonly afterMs: number;
}

/** Undefined for what is no request. */
export const readLinesRequest = (text: string): LinesRequest | undefined => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof json !== 'object' || json === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(json));
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
