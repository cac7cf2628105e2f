import type { ImportReply, ImportRequest } from './import-messages.ts';
import type { CheckStep, ImportJob, Look } from './import-job.ts';

export type { Look } from './import-job.ts';

/** A file that a worker reads. Calls run one after another; leaving an iteration ends its work. */
export interface ImportFile extends Pick<ImportJob, 'look' | 'check' | 'packs' | 'sessions'> {
  readonly file: File;
  readonly refused: (...plan: Parameters<ImportJob['refused']>) => Promise<Blob>;
  /** Ends the worker. A running call rejects. */
  readonly close: () => void;
}

/** Opens a file in a worker of its own. A call rejects if the worker fails. */
export const openImportFile = (file: File): ImportFile => {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  let receive: ((reply: ImportReply) => void) | undefined;
  const post = (request: ImportRequest): void => worker.postMessage(request);
  worker.addEventListener('message', ({ data }) => {
    receive?.(data as ImportReply); // messages of our own worker
  });
  let last: Promise<void> = Promise.resolve();
  /** The answer to all calls after the worker has ended. */
  let ended: ImportReply | undefined;
  const end = (message: string): void => {
    ended ??= { kind: 'failed', message };
    receive?.(ended);
  };
  worker.addEventListener('error', () => end('The reader of the file stopped.'));

  const call = async function* <T>(request: ImportRequest): AsyncGenerator<T, void, void> {
    let isOpen = true;
    let done = (): void => undefined;
    const before = last;
    last = new Promise((resolve) => {
      done = resolve;
    });
    await before;
    const reply = (send: ImportRequest) =>
      new Promise<ImportReply>((resolve) => {
        receive = resolve;
        if (ended === undefined) post(send);
        else resolve(ended);
      });
    try {
      let answer = await reply(request);
      while (answer.kind === 'value') {
        yield answer.value as T; // the worker sends the result of the method with this name
        answer = await reply({ kind: 'next' });
      }
      isOpen = false;
      if (answer.kind === 'failed') throw new Error(answer.message);
    } finally {
      if (isOpen) await reply({ kind: 'stop' });
      done();
    }
  };
  const only = async <T>(request: ImportRequest): Promise<T> => {
    const values: T[] = [];
    for await (const value of call<T>(request)) values.push(value);
    const [value] = values;
    if (value === undefined) throw new Error('The reader of the file stopped.');
    return value;
  };

  // If this fails, the next call fails too, and reports the error.
  call({ kind: 'open', file })
    .next()
    .catch(() => undefined);
  return {
    file,
    look: (chosen, chosenKind) => only<Look>({ kind: 'look', chosen, chosenKind }),
    check: (plan) => call<CheckStep>({ kind: 'check', plan }),
    packs: (plan) => call({ kind: 'packs', plan }),
    sessions: (plan, importId) => call({ kind: 'sessions', plan, importId }),
    refused: (plan) => only<Blob>({ kind: 'refused', plan }),
    close: () => {
      worker.terminate();
      end('The file was closed.');
    },
  };
};
