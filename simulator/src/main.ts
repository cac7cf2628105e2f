import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readCommandLine } from './cli/arguments.ts';
import type { CommandLine } from './cli/arguments.ts';
import { benchDevices, benchHelp, readBenchArguments } from './cli/bench-command.ts';
import { cellCsv, cellHelp, readCellArguments } from './cli/cell-command.ts';
import { configArguments, takeConfig } from './cli/config-file.ts';
import { helpText } from './cli/help.ts';
import { readRecording } from './record/recording.ts';
import type { Simulator, SimulatorOptions } from './simulator-options.ts';
import { startSimulator } from './start-simulator.ts';
import { hasPty } from './transports/pty-transport.ts';

const fail = (error: unknown): void => {
  // The reader of the output has ended ("| head"), which is not an error.
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
};

const withoutPty = ({ pty, ...rest }: SimulatorOptions): SimulatorOptions => {
  if (pty === undefined) return rest;
  process.stdout.write(
    'serial port: none, this system has no pseudo-terminals; the WebSocket serves alone\n',
  );
  return { ...rest, ws: rest.ws ?? 7070 };
};

const announce = (simulator: Simulator): void => {
  const { length } = simulator.devices;
  const ptys = simulator.devices.filter(({ ptyPath }) => ptyPath !== undefined).length;
  const page = simulator.wsUrl?.replace('ws:', 'http:').replace('/serial', '');
  const rows = [
    simulator.ptyPath && `serial port: ${simulator.ptyPath} -> ${simulator.slavePath}`,
    simulator.wsUrl && `websocket:   ${simulator.wsUrl}`,
    simulator.tcpPort && `tcp:         127.0.0.1:${simulator.tcpPort}`,
    page && `control:     ${page}  (page)  ${page}/control/state  (JSON)`,
    length > 1 && `devices:     ${length}, also as ${simulator.wsUrl ?? '/serial'}/N`,
    ptys > 1 && `serial ports: the first ${ptys}; all others by WebSocket alone`,
    'simulator ready',
  ];
  process.stdout.write(`${rows.filter(Boolean).join('\n')}\n`);
};

const run = async ({ options, replay }: Extract<CommandLine, { kind: 'run' }>): Promise<void> => {
  const recording = replay && {
    recording: readRecording(await readFile(replay.file, 'utf8')),
    mode: replay.mode,
    speed: options.speed ?? 1,
  };
  const supported = hasPty(process.platform) ? options : withoutPty(options);
  const simulator = await startSimulator({ ...supported, ...(recording && { replay: recording }) });
  announce(simulator);
  const stop = (): void => void simulator.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.once('SIGHUP', stop);
};

const runCell = async (args: readonly string[]): Promise<void> => {
  const wanted = readCellArguments(args);
  if (wanted === 'help') process.stdout.write(cellHelp);
  else
    await pipeline(Readable.from(cellCsv(wanted.file, wanted.run)), process.stdout, { end: false });
};

const runBench = async (args: readonly string[]): Promise<void> => {
  const wanted = readBenchArguments(args);
  if (wanted === 'help') process.stdout.write(benchHelp);
  else await pipeline(Readable.from(benchDevices(wanted)), process.stdout, { end: false });
};

const simulate = async (args: readonly string[]): Promise<void> => {
  const { file, rest } = takeConfig(args);
  const configured = file && configArguments(JSON.parse(await readFile(file, 'utf8')));
  const line = readCommandLine([...(configured || []), ...rest]);
  if (line.kind === 'help') process.stdout.write(helpText);
  else if (line.kind === 'wrong')
    throw new Error(`${line.message}\nnpm run simulator -- --help shows all options`);
  else await run(line);
};

const [first, ...rest] = process.argv.slice(2);
const subcommands: Readonly<Record<string, typeof simulate>> = { cell: runCell, bench: runBench };
const subcommand = first !== undefined && Object.hasOwn(subcommands, first) && subcommands[first];
await (subcommand ? subcommand(rest) : simulate(process.argv.slice(2))).catch(fail);
