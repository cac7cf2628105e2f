import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Account } from '../accounts/account.ts';
import { hashOf } from '../hash.ts';
import { createBlobRoute } from './blob-route.ts';

const account = (id: string): Account => ({
  id,
  userName: id,
  email: '',
  active: true,
  permission: '',
  profilePermission: '',
  flags: [],
  companyName: '',
  clientId: null,
  clientName: null,
  creatorId: null,
  userLevel: '',
  phoneNumber: '',
  subUserCount: 0,
});

/** The ends of the uploads of the account 'slow', which are stored only when the test allows it. */
const waiting: (() => void)[] = [];
const route = createBlobRoute({
  blobs: {
    limits: { pieceBytes: 100, accountBytes: 100 },
    put: async (accountId) => {
      if (accountId === 'slow') await new Promise<void>((resolve) => waiting.push(resolve));
      return 'stored';
    },
    get: () => Promise.resolve(undefined),
    clean: () => Promise.resolve(0),
  },
  sessions: {
    open: (userId) => Promise.resolve(userId),
    find: (token) => Promise.resolve(account(token)),
    end: () => Promise.resolve(undefined),
    storePushToken: () => Promise.resolve(),
  },
  report: () => undefined,
  trustedProxies: 0,
});
const server = createServer((request, response) => {
  void route(request, response, request.url ?? '');
}).listen(0, '127.0.0.1');
afterEach(() => {
  for (const each of waiting) each();
  server.close();
});

it('[SV-16] an account whose uploads take long does not keep other accounts from uploading', async () => {
  const { port } = server.address() as AddressInfo; // on TCP
  const body = 'piece';
  const url = `http://127.0.0.1:${port}/blobs/${hashOf(body)}`;
  const put = async (authorization: string): Promise<number> =>
    (await fetch(url, { method: 'PUT', body, headers: { authorization } })).status;
  let refused = 0;
  for (let each = 0; each < 40; each += 1) {
    const before = waiting.length + refused;
    void put('slow').then((status) => (refused += Number(status === 429)));
    await expect.poll(() => waiting.length + refused).toBe(before + 1);
  }
  expect(await put('other')).toBe(204);
  expect([waiting.length, refused]).toEqual([4, 36]);
});
