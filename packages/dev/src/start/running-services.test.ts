import { expect, test } from 'vitest';
import { createRunningServices, stoppedWhileStarting } from './running-services.ts';

const recorder = () => {
  const closed: string[] = [];
  const service = (name: string) => ({
    close: async () => {
      closed.push(name);
    },
  });
  return { closed, service };
};

test('services are closed once, in reverse order', async () => {
  const { closed, service } = recorder();
  const running = createRunningServices();
  await running.add(Promise.resolve(service('server')));
  await running.add(Promise.resolve(service('web')));
  await Promise.all([running.close(), running.close()]);
  expect(closed).toEqual(['web', 'server']);
});

test('a service that starts after the stop is closed before the stop ends', async () => {
  const { closed, service } = recorder();
  const running = createRunningServices();
  let up: (value: ReturnType<typeof service>) => void = () => undefined;
  const adding = running.add(new Promise<ReturnType<typeof service>>((resolve) => (up = resolve)));
  const closing = running.close();
  up(service('late'));
  await closing;
  await expect(adding).rejects.toBe(stoppedWhileStarting);
  expect(closed).toEqual(['late']);
});

test('one service that fails to close does not prevent the others from closing', async () => {
  const { closed, service } = recorder();
  const running = createRunningServices();
  await running.add(Promise.resolve(service('server')));
  await running.add(Promise.resolve({ close: () => Promise.reject(new Error('stuck')) }));
  await expect(running.close()).rejects.toThrow('not everything stopped');
  expect(closed).toEqual(['server']);
});
