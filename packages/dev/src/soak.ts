import { parseArgs } from 'node:util';
import { startBridge } from './browser/bridge/bridge.ts';
import { whyNot } from './browser/rig/availability.ts';
import { soakCycles, soakFlood } from './soak/browser-soak.ts';
import { HEAP_GROWTH_LIMIT } from './soak/memory.ts';
import { soakPolling } from './soak/polling-soak.ts';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '1000000000' },
    cycles: { type: 'string', default: '1000' },
    hours: { type: 'string', default: '24' },
  },
});

const numberOf = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (Number.isFinite(value) && value >= 0) return value;
  console.error(`--${name} takes a number`);
  process.exit(1);
};

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const failures: string[] = [];
const judge = (is: boolean, otherwise: string): void => {
  if (!is) failures.push(otherwise);
};
const judgeHeap = (what: string, growth: number): void =>
  judge(growth < HEAP_GROWTH_LIMIT, `${what}: the heap grew by ${mb(growth)}`);

const inBrowser = async (bytes: number, cycles: number): Promise<void> => {
  const why = whyNot(['chromium', 'usb']);
  if (why !== undefined) {
    failures.push(`the browser's part did not run: ${why}`);
    return;
  }
  const bridge = await startBridge();
  try {
    if (bytes > 0) {
      const flood = await soakFlood(bridge, bytes, (done) => console.log(`  ${mb(done)} …`));
      console.log(
        `flood: ${flood.bytes} of ${bytes} bytes, ${mb(flood.bytes / flood.seconds)}/s, first wrong byte ` +
          `${flood.firstWrong < 0 ? 'none' : flood.firstWrong}, heap growth ${mb(flood.heapGrowth)}, timers left ${flood.timers}`,
      );
      judge(flood.bytes === bytes && flood.firstWrong < 0, 'flood: bytes are missing or wrong');
      judge(flood.connection === 'connected', `flood: the connection ended ${flood.connection}`);
      judge(flood.timers === 0, `flood: ${flood.timers} timers are left`);
      judgeHeap('flood', flood.heapGrowth);
    }
    if (cycles > 0) {
      const figures = await soakCycles(bridge, cycles);
      console.log(
        `cycles: ${cycles} in ${figures.seconds.toFixed(0)} s, ${figures.failures} failed, heap growth ` +
          `${mb(figures.heapGrowth)}, listeners ${figures.listenerGrowth}, nodes ${figures.nodeGrowth}, timers left ${figures.timers}`,
      );
      judge(figures.failures === 0, `cycles: ${figures.failures} failed`);
      judge(figures.listenerGrowth <= 0, `cycles: ${figures.listenerGrowth} listeners are left`);
      judge(figures.timers === 0, `cycles: ${figures.timers} timers are left`);
      judgeHeap('cycles', figures.heapGrowth);
    }
  } finally {
    await bridge.close();
  }
};

const hours = numberOf('hours');
if (hours > 0) {
  const polling = await soakPolling(hours);
  console.log(
    `polling: ${hours} h, ${polling.polls} polls of ${polling.expected}, ${polling.answered} answered, ` +
      `heap growth ${mb(polling.heapGrowth)}, timers ${polling.timerGrowth}`,
  );
  judge(Math.abs(polling.polls - polling.expected) <= 1, 'polling: polls are missing');
  judge(polling.polls - polling.answered <= 1, 'polling: replies are missing');
  judge(polling.timerGrowth <= 0, `polling: ${polling.timerGrowth} timers more`);
  judgeHeap('polling', polling.heapGrowth);
}
await inBrowser(numberOf('bytes'), numberOf('cycles'));

for (const failure of failures) console.error(`FAILED ${failure}`);
console.log(failures.length === 0 ? 'soak: all within the limits' : 'soak: failed');
process.exitCode = failures.length === 0 ? 0 : 1;
