import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { startSimulator } from '../start-simulator.ts';

export const benchHelp = `Measures memory and latency of many devices in one process: each is connected by WebSocket and polled.

npm run simulator -- bench [--devices 1000] [--rounds 5]
`;

/** The arguments of `bench`. */
export interface BenchRun {
  readonly devices: number;
  readonly rounds: number;
}

/** Reads the arguments. Throws an Error that describes the first wrong one. */
export const readBenchArguments = (args: readonly string[]): BenchRun | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      devices: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '5' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  const [devices, rounds] = [Number(values.devices), Number(values.rounds)];
  if (![devices, rounds].every((n) => Number.isInteger(n) && n >= 1 && n <= 10_000))
    throw new Error('--devices and --rounds: give whole numbers from 1 to 10000');
  return { devices, rounds };
};

const open = (url: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });

/** Resolves with the milliseconds until the final result code. */
const poll = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    const start = performance.now();
    let text = '';
    const listener = (data: Buffer): void => {
      text += data.toString('latin1');
      if (!text.endsWith('\r\nOK\r\n')) return;
      socket.off('message', listener);
      resolve(performance.now() - start);
    };
    socket.on('message', listener);
    socket.send(Buffer.from('AT+ADATA\r\n'));
  });

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(2);

/** Runs the benchmark and yields the figures as lines of text. */
export async function* benchDevices({ devices, rounds }: BenchRun): AsyncGenerator<string> {
  const before = process.memoryUsage.rss();
  const started = performance.now();
  const simulator = await startSimulator({ ws: 0, devices });
  try {
    yield `${devices} devices started in ${seconds(started)} s\n`;
    const idle = process.memoryUsage.rss();
    const each = ((idle - before) / devices / 1024).toFixed(0);
    yield `memory ${mebibytes(before)} MiB before, ${mebibytes(idle)} MiB after: ${each} KiB a device\n`;
    const sockets = await Promise.all(simulator.devices.map(({ wsUrl }) => open(wsUrl ?? '')));
    for (let round = 1; round <= rounds; round += 1) {
      const start = performance.now();
      const times = (await Promise.all(sockets.map(poll))).toSorted((a, b) => a - b);
      const median = (times[Math.floor(times.length / 2)] ?? 0).toFixed(0);
      yield `round ${round}: all answered in ${seconds(start)} s, median ${median} ms\n`;
    }
    yield `memory ${mebibytes(process.memoryUsage.rss())} MiB with all connected (clients included)\n`;
    for (const socket of sockets) socket.terminate();
  } finally {
    await simulator.close();
  }
}
