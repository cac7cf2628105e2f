import { createInterface } from 'node:readline';
import { stripAnsi, type DeviceCore } from '@batbot/core';
import { filter, take } from 'rxjs';

const time = (at: number): string => new Date(at).toISOString().slice(11, 23);

/** Sends each line of `input` and prints the log, until the input or the connection ends. */
export const runTerminal = (
  core: DeviceCore,
  input: NodeJS.ReadableStream,
  print: (line: string) => void,
): Promise<void> =>
  new Promise((resolve) => {
    const marks = { sent: '->', received: '  ', system: '--' } as const;
    let shown = 0;
    const printing = core.terminal.log$.subscribe(({ entries }) => {
      for (const entry of entries(shown + 1)) {
        shown = entry.id;
        if (entry.origin === 'user')
          print(`${time(entry.at)} ${marks[entry.direction]} ${stripAnsi(entry.text)}`);
      }
    });
    const lines = createInterface({ input });
    let last: Promise<unknown> = Promise.resolve();
    lines.on('line', (line) => {
      const sent = core.terminal.send(line);
      if (sent.ok) last = sent.value;
      else if (sent.error.kind !== 'empty') print(`-- not sent: ${sent.error.kind}`);
    });
    const end = (): void => {
      printing.unsubscribe();
      lines.close();
      resolve();
    };
    // Waits for the reply to the last line, and then until the log has published it.
    lines.on('close', () => void last.then(() => setTimeout(end, 100)));
    core.link.connection$
      .pipe(
        filter(({ kind }) => kind === 'disconnected'),
        take(1),
      )
      .subscribe(end);
  });
