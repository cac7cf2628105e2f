import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

/** Starts `command`, which prints lines, and reads lines from its standard input. */
export const startLineProcess = (command: string, args: readonly string[], env = process.env) => {
  const child = spawn(command, args, { env });
  const reader = createInterface({ input: child.stdout });
  const lines = reader[Symbol.asyncIterator]();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => undefined); // the end of the lines reports the end
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (problem) => {
      stderr += problem.message;
      reader.close();
      resolve();
    });
  });

  /** Returns the next line. Rejects with the standard error if the process ends or `timeoutMs` passes. */
  const nextLine = async (timeoutMs = 10_000): Promise<string> => {
    const late = setTimeout(timeoutMs, undefined, { ref: false });
    const line = await Promise.race([lines.next(), late]);
    if (line !== undefined && line.done !== true) return line.value;
    const why = line === undefined ? `no line within ${timeoutMs} ms.` : 'ended.';
    throw new Error(`${command} ${args.join(' ')}: ${why} ${stderr}`.trim());
  };

  let queue: Promise<unknown> = Promise.resolve();
  return {
    nextLine,
    /** Sends one line and returns the answer. Calls are queued. */
    ask: (line: string, timeoutMs?: number): Promise<string> => {
      const answer = queue.then(() => {
        child.stdin.write(`${line}\n`);
        return nextLine(timeoutMs);
      });
      queue = answer.catch(() => undefined);
      return answer;
    },
    /** Closes the child's standard input and waits until it ends; kills it after 3 s. */
    stop: async (): Promise<void> => {
      child.stdin.end();
      await Promise.race([closed, setTimeout(3_000, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await closed;
    },
    /** Ends a child that does not read its standard input. */
    kill: async (): Promise<void> => {
      child.kill();
      await closed;
    },
  };
};
