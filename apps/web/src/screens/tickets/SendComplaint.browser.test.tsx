import { expect, it } from 'vitest';
import { createLive, type Core } from '@batbot/core';
import { ATTACHED, NO_DRAFT } from '@batbot/core/tickets';
import type { OutboxItem, Workspace } from '@batbot/core/workspace';
import { NO_FACTS } from './attachments.ts';
import { sendComplaint } from './send-complaint.ts';

it('[SYNC-101] [SYNC-108] a complaint is sent after a change that was made before the clock was set back', async () => {
  const later = (Date.now() + 3_600_000).toString(16).padStart(12, '0');
  const pack: OutboxItem = {
    ...{ id: `${later.slice(0, 8)}-${later.slice(8)}-7000-8000-000000000000`, at: 0 },
    ...{ target: 'asset:a', kind: 'putAsset', input: { id: 'a' } },
  };
  const saved: OutboxItem[] = [];
  const workspace: Pick<Workspace, 'outbox' | 'changeAll' | 'tools'> = {
    outbox: {
      items$: createLive<readonly OutboxItem[]>([pack]).live,
      unsent$: createLive<readonly OutboxItem[]>([pack]).live,
      unreadable$: createLive<readonly unknown[]>([]).live,
    },
    changeAll: (items) => {
      saved.push(...items);
      return Promise.resolve({ ok: true, value: undefined });
    },
    tools: {} as Workspace['tools'], // only needed for pieces
  };
  const draft = {
    ...NO_DRAFT,
    assetId: 'a',
    serial: 'SN-15\tLFP',
    category: 'Range\tlow',
    text: 'Weak.',
    takenOff: [...ATTACHED],
  };
  const sent = await sendComplaint(
    { draft, photos: [], facts: NO_FACTS, audience: 'CUSTOMER' },
    {
      core: { diagnostics: { report: () => '{}' } } as unknown as Core,
      workspace: workspace as Workspace,
    }, // the members that `sendComplaint` uses
    [],
  );
  expect(sent).toHaveProperty('id');
  expect(saved.map(({ kind }) => kind)).toEqual(['openTicket', 'addTicketEntry']);
  expect(saved[0]?.input).toMatchObject({ serial: 'SN-15 LFP', category: 'Range low' });
  const ids: readonly string[] = [pack, ...saved].map(({ id }) => id);
  expect(ids).toEqual([...ids].sort());
});
