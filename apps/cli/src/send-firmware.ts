import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sendFile, type TransferEnd, type TransferProgress } from '@batbot/core/firmware';
import type { Ask } from './arguments.ts';
import { connectTo } from './connect.ts';
import { nodePorts } from './node-ports.ts';

const ENDS = {
  cancelled: 'The receiver cancelled the transfer. Start it there again, then send again.',
  notAsked: 'Nothing asked for the file within a minute. Start the receiver, then send again.',
  noAnswer: 'The receiver stopped answering. Check the cable and the receiver, then send again.',
  refused:
    'The receiver refused a block ten times. It may not know blocks of 1024 bytes: try --block 128.',
  stopped: 'Stopped: the transfer was cancelled on both sides.',
  lost: 'The connection was lost during the transfer. Connect the device again, then send again.',
} as const;

const endText = (end: TransferEnd): string => {
  if (end.kind !== 'sent') return ENDS[end.kind];
  return end.isConfirmed
    ? 'Every block was acknowledged, and the end too.'
    : 'Every block was acknowledged, but not the end: check on the device whether it has the file.';
};

const progressText = ({
  sentBytes,
  totalBytes,
  remainingMs,
  resends,
}: TransferProgress): string => {
  const percent = totalBytes === 0 ? 100 : Math.floor((sentBytes * 100) / totalBytes);
  const rest = remainingMs === undefined ? '' : `, ${Math.ceil(remainingMs / 1_000)} s left`;
  const again =
    resends === 0 ? '' : `, ${resends} ${resends === 1 ? 'block' : 'blocks'} sent again`;
  return `\r${percent} %${rest}${again}  `;
};

/** Sends a file over a serial port. Ctrl+C cancels the transfer on both sides. */
export const sendFirmware = async (
  ask: Extract<Ask, { kind: 'firmwareSend' }>,
  printProgress: (text: string) => void,
): Promise<{ readonly text: string; readonly code: number }> => {
  const bytes = await readFile(ask.file).catch(() => undefined);
  if (bytes === undefined) return { text: `${ask.file} cannot be read`, code: 2 };
  if (bytes.length === 0) return { text: `${ask.file} is empty`, code: 2 };
  const core = await connectTo(ask.port, ask.baudRate, 'silent');
  if (typeof core === 'string') return { text: core, code: 1 };
  core.link.changeSettings({ reconnect: false });
  const opened = await core.link.openRaw();
  if (!opened.ok) {
    await core.dispose();
    return { text: endText({ kind: 'lost' }), code: 1 };
  }
  const { clock } = nodePorts;
  const { baudRate, blockSize } = ask;
  const transfer = sendFile(
    { channel: opened.value, clock, baudRate, ...(blockSize && { blockSize }) },
    ask.protocol,
    { name: basename(ask.file), bytes: new Uint8Array(bytes) },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, transfer.stop);
  transfer.progress$.subscribe((progress) => printProgress(progressText(progress)));
  const end = await transfer.ended;
  printProgress('\n');
  await core.dispose();
  return { text: endText(end), code: end.kind === 'sent' ? 0 : 1 };
};
