import { describe, expect, test } from 'vitest';
import { JSON_OBJECT } from '../prelude/schema.ts';
import { openTab } from '../session/session.fixture.ts';
import {
  EMPTY_POPOVER,
  popoverContentOf,
  popoverTextOf,
  toAlertCategories,
} from './popover-content.ts';
import { createPopover } from './popover.ts';

const CONTENT = JSON.stringify({
  popOver: { terminal: 'Type a command.' },
  categoryIssues: { serviceContent: [{ id: 's1', title: 'Cell' }], customerContent: ['Range'] },
});

const setUp = (content = CONTENT) => {
  const tab = openTab();
  tab.gateway.setPopOverContent(content);
  const popover = createPopover({ ...tab, userId: 'id-technician' });
  return { ...tab, popover };
};

describe('popover content', () => {
  test('[PAGE-1] the content is fetched at each sign-in and removed at logout', async () => {
    const { session, popover, gateway, settle } = setUp();
    expect(popover.content$.value).toBe(EMPTY_POPOVER);
    await session.login('technician', 'secret');
    await settle();
    expect(popoverTextOf(popover.content$.value, 'terminal')).toBe('Type a command.');
    expect(popover.alertCategories$.value).toMatchObject({
      serviceContent: [{ id: 's1', title: 'Cell' }],
      customerContent: [{ id: 'Range', title: 'Range' }],
    });
    await session.refresh();
    expect(gateway.calls().filter((call) => call === 'getPopOverContent')).toHaveLength(1);
    await session.logout();
    expect(popover.content$.value).toBe(EMPTY_POPOVER);
  });

  test('[PAGE-1] the last content is shown after a reload without network, until the logout', async () => {
    const { session, settle, storage, gateway } = setUp();
    await session.login('technician', 'secret');
    await settle();
    const tab = openTab(storage, gateway);
    gateway.failNext('getPopOverContent', { kind: 'unreachable', message: '' });
    const popover = createPopover({ ...tab, userId: 'id-technician' });
    await settle();
    expect(popover.alertCategories$.value.customerContent).toEqual([
      { id: 'Range', title: 'Range' },
    ]);
    await tab.session.logout();
    expect(popover.content$.value).toBe(EMPTY_POPOVER);
    expect(storage.kept().get('popoverContent')).toBeUndefined();
  });

  test('[PAGE-1] the content is fetched neither for another user nor without a user', async () => {
    const tab = openTab();
    createPopover({ ...tab, userId: undefined });
    const other = createPopover({ ...tab, userId: 'id-admin' });
    await tab.session.login('technician', 'secret');
    await other.load();
    await tab.settle();
    expect(tab.gateway.calls()).not.toContain('getPopOverContent');
  });

  test('[ERR-2] an error of the server is shown in the modal', async () => {
    const { session, gateway, settle } = setUp();
    gateway.failNext('getPopOverContent', { kind: 'refused', message: 'Broken' });
    await session.login('technician', 'secret');
    await settle();
    expect(session.attention$.value).toEqual({ kind: 'serverError', message: 'Broken' });
  });

  test('[CALL-4] a missing response, and a response that is not a JSON object, raise a notice', async () => {
    for (const content of ['[1]', '{"popOver":', 'null']) {
      const { session, notified, settle, popover } = setUp(content);
      await session.login('technician', 'secret');
      await settle();
      expect(notified()).toEqual([{ kind: 'callFailed' }]);
      expect(popover.content$.value).toStrictEqual(EMPTY_POPOVER);
    }
    const { session, gateway, notified, settle } = setUp();
    gateway.failNext('getPopOverContent', { kind: 'unreachable', message: '' });
    await session.login('technician', 'secret');
    await settle();
    expect(notified()).toEqual([{ kind: 'callFailed' }]);
  });

  test('[SESSION-52] after a login without the server, no notice says that the content was not fetched', async () => {
    const { session, gateway, notified, settle } = setUp();
    const error = { kind: 'unreachable', message: '', isKnown: true } as const;
    gateway.failNext('getPopOverContent', error);
    await session.login('technician', 'secret');
    await settle();
    expect(notified()).toEqual([]);
  });

  test('[NW-07] content that arrives after logout is discarded', async () => {
    const { session, gateway, settle, popover } = setUp();
    const release = gateway.hold('getPopOverContent');
    await session.login('technician', 'secret');
    await settle();
    await session.logout();
    release();
    await settle();
    expect(popover.content$.value).toBe(EMPTY_POPOVER);
  });

  test('[PAGE-6] [NW-10] a __proto__ key is ignored, and so are malformed entries', () => {
    const fields = JSON_OBJECT.parse(
      '{"__proto__":{"popOver":{"home":"x"}},"categoryIssues":{"serviceContent":[null,7,"",{"title":5},{"title":"Kept","id":9}],"customerContent":{"0":"x"}}}',
    );
    const content = popoverContentOf(fields.ok ? fields.value : {});
    expect(content.popOver).toBeNull();
    expect(toAlertCategories(content)).toEqual({
      serviceContent: [{ id: '9', title: 'Kept' }],
      customerContent: [],
      popOverContent: null,
    });
    expect(popoverTextOf({ popOver: {}, categoryIssues: null }, 'constructor')).toBeUndefined();
  });
});
