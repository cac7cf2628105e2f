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
  /** How the process ended. By then, all its output has arrived. */
  const closed = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(`ended with ${code ?? signal}.`));
    child.once('error', ({ message }) => {
      reader.close();
      resolve(message);
    });
  });

  let next: ReturnType<typeof lines.next> | undefined;
  /**
   * Returns the next line. Rejects with the exit code and the standard error if the process ends, or `timeoutMs` passes.
   * After a timeout, a later call returns the line. Await each call before the next one.
   */
  const nextLine = async (timeoutMs = 10_000): Promise<string> => {
    const late = setTimeout(timeoutMs, `no line within ${timeoutMs} ms.`, { ref: false });
    next ??= lines.next();
    let line = await Promise.race([next, late]);
    if (typeof line !== 'string') {
      next = undefined;
      if (line.done !== true) return line.value;
      line = await Promise.race([closed, late]);
    }
    throw new Error(`${command} ${args.join(' ')}: ${line} ${stderr}`.trim());
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
