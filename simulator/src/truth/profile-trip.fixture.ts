import {
  createProfileReader,
  loadBuiltIn,
  mergeReadings,
  questionBytes,
  valuesOf,
  type BuiltInId,
  type ExpectedValues,
  type ProfileReading,
  type Refusal,
} from '@batbot/core/profiles';
import type { Reading } from '../bms/reading.ts';
import { foreignDevices, type ForeignName } from '../device/foreign/foreign-devices.ts';

/** The values that a profile of the core reads from a simulated device. */
export interface Trip {
  readonly values: ExpectedValues;
  readonly refused: readonly Refusal[];
  /** The commands and polls of the profile that the device did not answer, as text or in hexadecimal. */
  readonly unanswered: readonly string[];
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/**
 * Sends the initial commands and the polls of the profile to a foreign device, and merges the values that the profile
 * reads. The pack is the same in all replies.
 */
export const tripOf = async (
  profileId: BuiltInId,
  dialect: ForeignName,
  reading: Reading,
): Promise<Trip> => {
  const profile = await loadBuiltIn(profileId);
  const conversation = foreignDevices[dialect].open();
  const readings: ProfileReading[] = [];
  const refused: Refusal[] = [];
  const unanswered: string[] = [];
  const reader = createProfileReader(profile);
  let nowMs = 0;

  const ask = (question: Parameters<typeof questionBytes>[0]): string => {
    nowMs += 1000;
    const sent = questionBytes(question);
    const echo = conversation.echoes?.() ? Buffer.from(sent).toString('latin1') : '';
    const requests = conversation.reader.push(sent, nowMs);
    const answer = requests.map((each) => conversation.answer(each, reading)).join('');
    if (answer === '') unanswered.push(question.send ?? Buffer.from(sent).toString('hex'));
    return echo + answer;
  };
  const take = (bytes: string, poll: string | undefined): void => {
    const context = { at: nowMs, ...(poll === undefined ? {} : { poll }) };
    for (const found of [reader.read(bytesOf(bytes), context), reader.flush(context)]) {
      readings.push(...found.readings);
      refused.push(...found.refused);
    }
  };
  for (const each of profile.init) ask(each);
  for (const poll of profile.polls) take(ask(poll), poll.id);
  if (profile.polls.length === 0) take(conversation.stream?.say(reading) ?? '', undefined);

  const [pack, ...others] = mergeReadings(readings);
  if (pack === undefined || others.length > 0)
    throw new Error(`${profileId} reads ${others.length + (pack ? 1 : 0)} packs`);
  return { values: valuesOf(pack), refused, unanswered };
};
