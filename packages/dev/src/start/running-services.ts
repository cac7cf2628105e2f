export interface Service {
  readonly close: () => Promise<void>;
}

/** Thrown from a start that a stop has interrupted; nothing needs to be reported then. */
export const stoppedWhileStarting = Symbol('stopped while starting');

/**
 * Keeps what was started, to close it in reverse. A service that comes up after `close` was called is closed at once:
 * nothing is left running, whenever the stop comes.
 */
export const createRunningServices = () => {
  const running: Service[] = [];
  const pending = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    await Promise.allSettled(pending);
    for (const service of running.toReversed()) {
      await service.close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not everything stopped');
  };
  const admit = async <T extends Service>(starting: Promise<T>): Promise<T> => {
    const service = await starting;
    if (closing) {
      await service.close();
      throw stoppedWhileStarting;
    }
    running.push(service);
    return service;
  };
  return {
    /** Waits for the service. Rejects as its start does, or with `stoppedWhileStarting`. */
    add: <T extends Service>(starting: Promise<T>): Promise<T> => {
      const adding = admit(starting).finally(() => pending.delete(adding));
      pending.add(adding);
      return adding;
    },
    /** Closes everything, the last started first, and waits for what is still starting. Idempotent. */
    close: (): Promise<void> => (closing ??= closeAll()),
  };
};

export type RunningServices = ReturnType<typeof createRunningServices>;
