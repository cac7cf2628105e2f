import { expect, test } from 'vitest';
import { startParts } from './start-parts.ts';

test('parts are closed once, in reverse order, and one that fails to close does not prevent the others from closing', async () => {
  const closed: string[] = [];
  const { close, name } = await startParts(async (add) => {
    add(async () => closed.push('server'));
    add(() => Promise.reject(new Error('stuck')));
    add(async () => closed.push('web'));
    return { name: 'product' };
  });
  expect(name).toBe('product');
  await expect(close()).rejects.toThrow('not everything stopped');
  await close();
  expect(closed).toEqual(['web', 'server']);
});

test('parts that have started are closed if the start fails', async () => {
  const closed: string[] = [];
  const starting = startParts(async (add) => {
    add(async () => closed.push('server'));
    throw new Error('no port');
  });
  await expect(starting).rejects.toThrow('no port');
  expect(closed).toEqual(['server']);
});
