// Works on one file, outside of the page's thread. Each request is answered by replies until `end`; the worker waits
// for `next` after each reply, so that a slow page does not get too many messages, and ends the work at `stop`.
import '../../older-browsers.ts';
import { createImportJob, type ImportJob } from './import-job.ts';
import type { ImportReply, ImportRequest } from './import-messages.ts';

const reply = (message: ImportReply): void => self.postMessage(message);

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
      reply({ kind: 'value', value });
      if (!(await permission)) break;
    }
    reply({ kind: 'end' });
  } catch (thrown) {
    reply({ kind: 'failed', message: String(thrown) });
  }
};

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  if (data.kind === 'next' || data.kind === 'stop') go?.(data.kind === 'next');
  else void serve(data);
});
