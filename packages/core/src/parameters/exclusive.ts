import type { KeepAwake } from '../ports/keep-awake.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** Runs one operation at a time, with fresh live data and a computer that stays awake. */
export const createExclusive = ({
  telemetry,
  keepAwake,
}: {
  readonly telemetry: Pick<Telemetry, 'follow'>;
  readonly keepAwake: KeepAwake;
}) => {
  let isBusy = false;
  return {
    isBusy: (): boolean => isBusy,
    /** Returns false if another operation is running. Settles when the operation has ended. */
    run: async (work: () => Promise<void>): Promise<boolean> => {
      if (isBusy) return false;
      isBusy = true;
      const unfollow = telemetry.follow();
      const sleep = keepAwake.hold(() => undefined);
      try {
        await work();
      } finally {
        unfollow();
        sleep();
        isBusy = false;
      }
      return true;
    },
  };
};
