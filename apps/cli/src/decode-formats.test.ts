import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOREIGN_REPLIES } from '@batbot/core/fakes';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { decodeCapture } from './decode.ts';
import { main } from './main.fixture.ts';

/** Runs `decode FILE` in a separate process. */
const decode = (file: string): Promise<{ readonly code: number | null; readonly out: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [main, 'decode', file]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let out = '';
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    child.on('close', (code) => resolve({ code, out }));
  });

const isRaw = ({ drafted }: (typeof FOREIGN_REPLIES)[number]): boolean => drafted === undefined;

describe('decoding of replies in unknown formats', () => {
  test.each(FOREIGN_REPLIES)(
    '[CLI-10] $name: prints the decoded values and the draft',
    (foreign) => {
      const decoded = decodeCapture(new TextEncoder().encode(foreign.bytes));
      if (isRaw(foreign)) expect(decoded).toMatchObject({ samples: [], draft: null });
      else {
        expect(decoded).toMatchObject({ samples: [{ sample: foreign.drafted }], rejected: [] });
        expect(decoded.draft?.records).toMatchObject([{ read: 'reply' }]);
      }
    },
  );
});

describe('the command decode FILE', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'batbot-formats-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('[CLI-11] decode prints JSON, and exits with code 0 only if it decoded something', async () => {
    for (const foreign of [FOREIGN_REPLIES[0], FOREIGN_REPLIES.find(isRaw)]) {
      if (foreign === undefined) throw new Error('no such reply');
      const file = join(folder, `${foreign.name}.txt`);
      await writeFile(file, foreign.bytes);
      const { code, out } = await decode(file);
      expect(code).toBe(isRaw(foreign) ? 1 : 0);
      expect(JSON.parse(out)).toMatchObject({ samples: isRaw(foreign) ? [] : [{}] });
    }
  });
});
