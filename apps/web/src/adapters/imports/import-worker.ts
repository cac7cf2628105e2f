// Works on one file, outside of the page's thread. Each request is answered by replies until `end`; the worker waits
// for `next` after each reply, so that a slow page does not get too many messages, and ends the work at `stop`.
import { createImportJob, type ImportJob } from './import-job.ts';
import type { ImportReply, ImportRequest } from './import-messages.ts';

/** The global scope of a worker. The DOM library declares that of a page. */
interface ImportScope {
  readonly addEventListener: (
    kind: 'message',
    listener: (event: { readonly data: ImportRequest }) => void,
  ) => void;
  readonly postMessage: (reply: ImportReply) => void;
}

const scope = self as unknown as ImportScope; // in a worker, `self` has this type
let job: ImportJob | undefined;
let go: ((isWanted: boolean) => void) | undefined;

const work = async function* (request: ImportRequest): AsyncGenerator<unknown, void, void> {
  if (request.kind === 'open') job = createImportJob(request.file);
  if (job === undefined) return;
  if (request.kind === 'look') yield await job.look(request.chosen, request.chosenKind);
  if (request.kind === 'check') yield* job.check(request.plan);
  if (request.kind === 'packs') yield* job.packs(request.plan);
  if (request.kind === 'sessions') yield* job.sessions(request.plan, request.importId);
  if (request.kind === 'refused') yield job.refused(request.plan);
};

const serve = async (request: ImportRequest): Promise<void> => {
  try {
    for await (const value of work(request)) {
      const permission = new Promise<boolean>((resolve) => {
        go = resolve;
      });
      scope.postMessage({ kind: 'value', value });
      if (!(await permission)) break;
    }
    scope.postMessage({ kind: 'end' });
  } catch (thrown) {
    scope.postMessage({ kind: 'failed', message: String(thrown) });
  }
};

scope.addEventListener('message', ({ data }) => {
  if (data.kind === 'next' || data.kind === 'stop') go?.(data.kind === 'next');
  else void serve(data);
});
