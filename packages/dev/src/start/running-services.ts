export interface Service {
  readonly close: () => Promise<void>;
}

/** Rejection of a start that a stop has interrupted. It needs no report. */
export const stoppedWhileStarting = Symbol('stopped while starting');

/**
 * Stores the started services to close them in reverse order. A service that starts after `close` was called is closed
 * at once, so no service keeps running.
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
    /** Waits for a service to start. Rejects with the error of the start, or with `stoppedWhileStarting`. */
    add: <T extends Service>(starting: Promise<T>): Promise<T> => {
      const adding = admit(starting).finally(() => pending.delete(adding));
      pending.add(adding);
      return adding;
    },
    /** Closes all services, the last started first, and waits for services that are still starting. Idempotent. */
    close: (): Promise<void> => (closing ??= closeAll()),
  };
};

export type RunningServices = ReturnType<typeof createRunningServices>;
