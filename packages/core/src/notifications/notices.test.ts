import { describe, expect, test } from 'vitest';
import { createNotices, type Notice } from './notices.ts';

describe('notices', () => {
  test('a notice sent before the first subscription is delivered once, to the first subscriber', () => {
    const { notices$, notify } = createNotices();
    notify({ kind: 'callFailed' });
    const first: Notice[] = [];
    const second: Notice[] = [];
    notices$.subscribe((notice) => first.push(notice));
    notices$.subscribe((notice) => second.push(notice));
    notify({ kind: 'portBusy' });
    expect(first).toEqual([{ kind: 'callFailed' }, { kind: 'portBusy' }]);
    expect(second).toEqual([{ kind: 'portBusy' }]);
  });

  test('before the first subscription, only the newest twenty notices are kept', () => {
    const { notices$, notify } = createNotices();
    for (let index = 0; index < 25; index += 1) {
      notify({ kind: 'openFailed', message: String(index) });
    }
    const seen: string[] = [];
    notices$.subscribe((notice) => {
      if (notice.kind === 'openFailed') seen.push(notice.message);
    });
    expect(seen).toHaveLength(20);
    expect(seen[0]).toBe('5');
  });
});
