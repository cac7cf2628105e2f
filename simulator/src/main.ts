import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cellCsv, cellHelp, readCellArguments } from './cli/cell-command.ts';
import { helpText, readCommandLine } from './cli/arguments.ts';
import { startSimulator } from './start-simulator.ts';
import type { SimulatorOptions } from './start-simulator.ts';
import { isPortInUse } from './transports/local-server.ts';
import { hasPty } from './transports/pty-transport.ts';

const fail = (message: string): void => {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
};

const describe = (error: unknown): string => {
  if (isPortInUse(error))
    return `Port ${error.port} is in use by another program. Choose another: --ws ${error.port + 1}`;
  return error instanceof Error ? error.message : String(error);
};

const withoutPty = ({ pty, ...rest }: SimulatorOptions): SimulatorOptions => {
  if (pty === undefined) return rest;
  process.stdout.write(
    'serial port: none, this system has no pseudo-terminals; the WebSocket serves alone\n',
  );
  return { ...rest, ws: rest.ws ?? 7070 };
};

const run = async (asked: SimulatorOptions): Promise<void> => {
  const simulator = await startSimulator(hasPty(process.platform) ? asked : withoutPty(asked));
  const control = simulator.wsUrl?.replace('ws:', 'http:').replace('/serial', '/control/state');
  const rows = [
    simulator.ptyPath && `serial port: ${simulator.ptyPath} -> ${simulator.slavePath}`,
    simulator.wsUrl && `websocket:   ${simulator.wsUrl}`,
    control && `control:     ${control}`,
    'simulator ready',
  ];
  process.stdout.write(`${rows.filter(Boolean).join('\n')}\n`);
  const stop = (): void => void simulator.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.once('SIGHUP', stop);
};

const runCell = async (args: readonly string[]): Promise<void> => {
  const wanted = readCellArguments(args);
  if (wanted === 'help') {
    process.stdout.write(cellHelp);
    return;
  }
  await pipeline(Readable.from(cellCsv(wanted.file, wanted.run)), process.stdout, { end: false });
};

const [first, ...rest] = process.argv.slice(2);
if (first === 'cell') await runCell(rest).catch((error: unknown) => fail(describe(error)));
else {
  const line = readCommandLine(process.argv.slice(2));
  if (line.kind === 'help') process.stdout.write(helpText);
  else if (line.kind === 'wrong')
    fail(`${line.message}\nnpm run simulator -- --help shows all options`);
  else await run(line.options).catch((error: unknown) => fail(describe(error)));
}
