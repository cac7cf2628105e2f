import { expect, test } from 'vitest';
import { onlineProblem } from './use-account-action.ts';

test('[SYNC-124] after a failed update, Users does not say that the server does not answer', () => {
  const waiting = { kind: 'waiting', message: '' } as const;
  expect(onlineProblem(waiting)).toMatch(/^The server does not answer\./);
  expect(onlineProblem({ ...waiting, isFault: true })).toMatch(/^The update has failed\./);
});
