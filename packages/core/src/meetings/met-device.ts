import type { ConnectedDevice } from '../link/connection.ts';
import type { Position } from '../ports/whereabouts.ts';

/** Where a device was met, and when that was asked; wall-clock milliseconds. */
export interface Place extends Position {
  readonly at: number;
}

/** A device that this browser was connected to. */
export interface MetDevice {
  /** Tells devices apart as far as the platform does: by the way and the label. */
  readonly key: string;
  readonly label: string;
  /** When it was last connected; wall-clock milliseconds. */
  readonly lastMetAt: number;
  readonly place?: Place;
}

/** More would be no list any more; the oldest go. */
const LIMIT = 50;

export const meetingKey = ({ linkId, label }: ConnectedDevice): string => `${linkId}/${label}`;

/** The newest first, each device once. */
export const withMeeting = (devices: readonly MetDevice[], met: MetDevice): readonly MetDevice[] =>
  [met, ...devices.filter(({ key }) => key !== met.key)].slice(0, LIMIT);

const fieldsOf = (raw: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof raw === 'object' && raw !== null ? Object.entries(raw) : []);

const within = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit;

const toPlace = (raw: unknown): Place | undefined => {
  const fields = fieldsOf(raw);
  const [latitude, longitude] = [fields.get('latitude'), fields.get('longitude')];
  const [accuracyM, at] = [fields.get('accuracyM'), fields.get('at')];
  return within(latitude, 90) &&
    within(longitude, 180) &&
    within(accuracyM, Infinity) &&
    within(at, Infinity)
    ? { latitude, longitude, accuracyM, at }
    : undefined;
};

const toDevice = (raw: unknown): readonly MetDevice[] => {
  const fields = fieldsOf(raw);
  const [key, label, lastMetAt] = [fields.get('key'), fields.get('label'), fields.get('lastMetAt')];
  if (typeof key !== 'string' || typeof label !== 'string' || !within(lastMetAt, Infinity))
    return [];
  const place = toPlace(fields.get('place'));
  return [{ key, label, lastMetAt, ...(place === undefined ? {} : { place }) }];
};

/** Reads what storage holds; what is no device is left out. */
export const parseMetDevices = (text: string | undefined): readonly MetDevice[] => {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.flatMap(toDevice).slice(0, LIMIT) : [];
  } catch {
    return []; // someone else's text under our key
  }
};
