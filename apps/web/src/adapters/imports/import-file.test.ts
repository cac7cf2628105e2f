import { afterEach, describe, expect, test, vi } from 'vitest';
import { MissingWorker } from '../../testing/missing-worker.fixture.ts';
import { openImportFile } from './import-file.ts';

describe('the worker of a file', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('[IMP-33] if its code cannot be loaded, every call fails', async () => {
    vi.stubGlobal('Worker', MissingWorker);
    const opened = openImportFile(new File(['a,b'], 'packs.csv'));
    await expect(opened.look({})).rejects.toThrow('The reader of the file stopped.');
    await expect(opened.look({})).rejects.toThrow('The reader of the file stopped.');
    opened.close();
  });
});
