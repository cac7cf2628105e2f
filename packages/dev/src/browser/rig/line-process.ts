import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

interface Waiting {
  readonly resolve: (line: string) => void;
  readonly reject: (problem: Error) => void;
}

/** Starts `command`, which must end when its standard input is closed. */
export const startLineProcess = (command: string, args: readonly string[]) => {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const said: string[] = [];
  const waiting: Waiting[] = [];
  let stderr = '';
  let ended: Error | undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => undefined); // the 'close' event reports the end
  createInterface({ input: child.stdout }).on('line', (line) => {
    const first = waiting.shift();
    if (first) first.resolve(line);
    else said.push(line);
  });
  const end = (why: string): void => {
    ended ??= new Error(`${command} ${args.join(' ')}: ${why} ${stderr}`.trim());
    for (const one of waiting.splice(0)) one.reject(ended);
  };
  const closed = new Promise<void>((resolve) => {
    child.on('error', (problem) => {
      end(problem.message);
      resolve();
    });
    child.on('close', (code) => {
      end(`ended with ${code ?? 'a signal'}.`);
      resolve();
    });
  });

  const nextLine = (timeoutMs = 10_000): Promise<string> => {
    const ready = said.shift();
    if (ready !== undefined) return Promise.resolve(ready);
    if (ended) return Promise.reject(ended);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(new Error(`${command}: no line within ${timeoutMs} ms. ${stderr}`));
      }, timeoutMs);
      const one: Waiting = {
        resolve: (line) => {
          clearTimeout(timer);
          resolve(line);
        },
        reject: (problem) => {
          clearTimeout(timer);
          reject(problem);
        },
      };
      waiting.push(one);
    });
  };

  let queue: Promise<unknown> = Promise.resolve();
  return {
    /**
     * Returns the next line of the child's standard output. Rejects with its standard error if it ends or `timeoutMs`
     * passes.
     */
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
      const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await closed;
      clearTimeout(timer);
    },
  };
};
