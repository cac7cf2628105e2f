import type { Link } from '../link/link-api.ts';
import { createDeviceIo } from '../parameters/device-io.ts';
import { identify } from '../parameters/read-steadily.ts';
import { bootLoaderSchema, type KnownSchema } from '../parameters/schema-match.ts';
import type { Clock } from '../ports/clock.ts';
import { pause } from '../prelude/pause.ts';
import type { DeviceAnswer } from './install-machine.ts';

const PAUSE_MS = 1_000;

/**
 * Asks the connected device for its identity.
 *
 * @param schemas the schemas by which a boot loader is recognized
 * @param isOver called before each question: after the sign-out nothing is sent
 */
export const createDeviceQuestion = (
  { link, clock }: { readonly link: Pick<Link, 'connection$' | 'execute'>; readonly clock: Clock },
  schemas: () => readonly KnownSchema[],
  isOver: () => boolean,
) => {
  const isConnected = (): boolean => link.connection$.value.kind === 'connected';

  const ask = async (): Promise<DeviceAnswer> => {
    if (!isConnected() || isOver()) return { kind: 'notConnected' };
    const found = await identify(createDeviceIo(link));
    if (!found.ok) return { kind: isConnected() ? 'silent' : 'notConnected' };
    const { identity } = found.value;
    const isBootLoader = bootLoaderSchema(schemas(), identity) !== undefined;
    return { kind: isBootLoader ? 'bootLoader' : 'firmware', identity };
  };

  return {
    ask,
    /**
     * Asks every second until the device answers as wanted, or the time is over. Returns the last answer. `unpluggedMs`:
     * how long the connection may be missing, by default all of the time.
     */
    askFor: async (
      ms: number,
      isWanted: (answer: DeviceAnswer) => boolean,
      unpluggedMs = ms,
    ): Promise<DeviceAnswer> => {
      const begin = clock.monotonicNow();
      for (;;) {
        const answer = await ask();
        const limit = answer.kind === 'notConnected' ? unpluggedMs : ms;
        if (isWanted(answer) || clock.monotonicNow() >= begin + limit || isOver()) return answer;
        await pause(clock, PAUSE_MS);
      }
    },
  };
};
