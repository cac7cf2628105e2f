import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Reads a password: from the terminal without echoing it, or from the first line of other input. Undefined after Ctrl+C or
 * Ctrl+D.
 */
export const readPassword = async (
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<string | undefined> => {
  const unseen = new Writable({
    write: (_chunk, _encoding, written) => written(),
  });
  const isTerminal = input.isTTY;
  const lines = createInterface({ input, output: unseen, terminal: isTerminal });
  try {
    if (isTerminal) {
      output.write('Password: ');
      const cancelled = new Promise<undefined>((resolve) => {
        lines.once('SIGINT', () => resolve(undefined));
      });
      return await Promise.race([lines.question('').catch(() => undefined), cancelled]);
    }
    for await (const line of lines) return line;
    return '';
  } finally {
    if (isTerminal) output.write('\n');
    lines.close();
  }
};
