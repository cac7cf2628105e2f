// The page of the benchmark of the analysis: the app's recordings in IndexedDB, and the analysis in its worker.
import { createAccountCore, createCore, ok } from '@batbot/core';
import { packColumns, recordingFigures } from '@batbot/core/analysis';
import {
  createFakeAccountGateway,
  createFakeKeepAwake,
  createFakePorts,
  createFakePushInbox,
} from '@batbot/core/fakes';
import { createBrowserClock, createPageAlarm } from '../../adapters/browser/browser-clock.ts';
import { createIndexedDbArchive } from '../../adapters/indexed-db/indexed-db-archive.ts';
import { createAnalysisClient } from './analysis-client.ts';
import { addDrive } from './recorded-drive.fixture.ts';

const ID = 'day';

/** Signs in on a server in memory, and stores a day of driving with 128 cells. */
const createBench = async (page: Window & typeof globalThis) => {
  const clock = createBrowserClock({
    performance: page.performance,
    wallNow: () => Date.now(),
    makeAlarm: createPageAlarm(page),
    reportError: page.reportError.bind(page),
  });
  const ports = { ...createFakePorts(), clock };
  const push = createFakePushInbox();
  const account = createAccountCore({ ...ports, gateway: createFakeAccountGateway(), push });
  await account.session.login('technician', 'secret');
  const archive = createIndexedDbArchive({
    factory: page.indexedDB,
    keyRange: page.IDBKeyRange,
    clock,
  });
  const keepAwake = createFakeKeepAwake().keepAwake;
  const { recording } = createCore({ ...ports, account, archive, keepAwake }).core$.value;
  await addDrive(recording, { id: ID, startedAt: 0, seconds: 86_400, cells: 128 });

  const nextFrame = (): Promise<number> =>
    new Promise((resolve) => page.requestAnimationFrame(resolve));

  /** Runs the work, and returns its duration and the times between the frames meanwhile, in ms. */
  const watch = async (work: () => Promise<unknown>) => {
    const frames: number[] = [];
    let last = await nextFrame();
    const from = page.performance.now();
    let ms: number | undefined;
    void work().then(() => {
      ms = page.performance.now() - from;
    });
    while (ms === undefined) {
      const now = await nextFrame();
      frames.push(now - last);
      last = now;
    }
    return { ms, frames };
  };
  const read = async () => {
    const opened = await recording.open(ID);
    const blocks = opened.ok ? await opened.value.blocks(3_000) : opened;
    if (!blocks.ok) throw new Error(blocks.error.kind);
    return blocks.value;
  };
  const analyseBy = async ({ analyse }: ReturnType<typeof createAnalysisClient>): Promise<void> => {
    const figures = await analyse(ID, {});
    if (figures?.resistance.kind !== 'known') throw new Error('no figures');
  };
  const blocks = [...(await read())];
  const opened = await recording.open(ID);
  if (!opened.ok) throw new Error(opened.error.kind);
  let copies = blocks;
  const inMemory = ok({ ...opened.value, blocks: () => Promise.resolve(ok(copies)) });
  const ofArchive = createAnalysisClient(recording);
  const ofMemory = createAnalysisClient({ ...recording, open: () => Promise.resolve(inMemory) });
  return {
    /** The app's analysis in its worker, of a recording that was read before. */
    inWorker: () => {
      copies = structuredClone(blocks); // the client transfers the blocks to the worker
      return watch(() => analyseBy(ofMemory));
    },
    /** Analyses the recording on the page instead of in a worker. */
    onPage: () => watch(() => Promise.resolve(recordingFigures(packColumns(blocks)))),
    /** Reads all chunks. Their blocks are joined on demand, which is a part of `readAndAnalyse`. */
    read: () => watch(read),
    /** The app's way: reads the recording and analyses it in its worker. */
    readAndAnalyse: () => watch(() => analyseBy(ofArchive)),
    /** No work for some time. */
    idle: (ms: number) => watch(() => new Promise((resolve) => page.setTimeout(resolve, ms))),
  };
};

Object.assign(window, { analysisBench: createBench(window) });
