import { afterEach, describe, expect, test, vi } from 'vitest';
import { openImportFile } from './import-file.ts';

/** A worker whose code cannot be loaded. */
class MissingWorker extends EventTarget {
  readonly postMessage = (): void => undefined;
  readonly terminate = (): void => undefined;
  constructor() {
    super();
    setTimeout(() => this.dispatchEvent(new Event('error')));
  }
}

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
