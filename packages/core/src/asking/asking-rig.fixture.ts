import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import {
  createFakeProfileStorage,
  type FakeProfileStorage,
} from '../fakes/fake-profile-archive.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createLink } from '../link/link.ts';
import {
  bytesOf,
  isBuiltInId,
  loadBuiltIn,
  questionBytes,
  type BuiltInId,
  type Profile,
} from '../profiles/index.ts';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { createOwnProfiles } from './own-profiles.ts';
import { createProfileChoice, type ProfileChoiceParts } from './profile-choice.ts';
import { QUIET_PERIOD_MS } from '../protocol/timing.ts';

/** A JBD device's answer to the poll `cells`. */
export const CELLS = 'hex: DD 04 00 08 0F 3B 0F 30 0F 2D 0F 31 FE F3 77';

interface Options {
  readonly load?: ProfileChoiceParts['load'];
  readonly storage?: FakeProfileStorage;
  readonly device?: BuiltInId;
}

const loadById = async (id: string): Promise<Profile | undefined> =>
  isBuiltInId(id) ? loadBuiltIn(id) : undefined;

/**
 * Sets up a connected device. It answers a poll with the entry of `answers` for the poll's id, and any other text with
 * the entry for that text.
 */
export const setUp = async (
  answers: Readonly<Record<string, string | undefined>>,
  { load = loadById, storage = createFakeProfileStorage(), device = 'jbd' }: Options = {},
) => {
  const { polls } = await loadBuiltIn(device);
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const store = createFakeKeyValueStore();
  const link = createLink({ links: [fake.link], clock, store, notify: () => undefined });
  const own = createOwnProfiles(storage.open());
  const choice = createProfileChoice({ link, clock, own, load });
  const { source$ } = choice;
  const telemetry = createTelemetry({ link, clock, log: createFakeLog(), source$ });
  telemetry.samples$.subscribe(link.understood);
  const sent: string[] = [];
  const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const questions = new Map(polls.map((poll) => [hexOf(questionBytes(poll)), poll.id]));
  fake.device.onWrite((bytes) => {
    const id = questions.get(hexOf(bytes));
    sent.push(id ?? new TextDecoder().decode(bytes).trim());
    const answer = answers[id ?? new TextDecoder().decode(bytes).trim()];
    if (answer !== undefined) fake.device.send(bytesOf(answer) ?? new Uint8Array());
  });
  const connect = async (): Promise<void> => {
    void link.connect('fake');
    await clock.advance(QUIET_PERIOD_MS);
  };
  await connect();
  telemetry.setSection('home');
  const sample = () => {
    const data = telemetry.liveData$.value;
    return data.kind === 'sample' ? data : undefined;
  };
  return { clock, fake, link, telemetry, choice, sent, sample, connect };
};

/** Returns the answer of a JBD device to the poll `basic`: 52.8 V. */
export const basicOf = async (): Promise<string> => {
  const { tests } = await loadBuiltIn('jbd');
  return tests.find(({ expect: { packVoltage } }) => packVoltage === 52.8)?.bytes ?? '';
};
