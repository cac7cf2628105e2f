import { describe, expect, test } from 'vitest';
import { createConsoleLog } from './console-log.ts';
import { identityOf, supportedBrowser } from './supported-browser.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${WINDOWS} Chrome/156.0.0.0 Safari/537.36`;
const of = (userAgent: string, brands?: readonly string[], hasBraveMark = false) =>
  supportedBrowser({ userAgent, hasBraveMark, ...(brands === undefined ? {} : { brands }) });

describe('supported browsers', () => {
  test('[PAGE-2] Chrome, Edge and Brave are supported, and Chromium as Chrome', () => {
    expect(of(CHROME)).toBe('chrome');
    expect(of(CHROME, ['Not A Brand', 'Chromium', 'Google Chrome'])).toBe('chrome');
    expect(of(CHROME, ['Chromium'])).toBe('chrome');
    expect(of(CHROME.replace('Chrome/', 'HeadlessChrome/'))).toBe('chrome');
    expect(of(`${CHROME} Edg/156.0.0.0`)).toBe('edge');
    expect(of(CHROME, ['Chromium', 'Microsoft Edge'])).toBe('edge');
    expect(of(CHROME, undefined, true)).toBe('brave');
    expect(of(CHROME, ['Brave', 'Chromium'])).toBe('brave');
  });

  test.each([
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'],
    [
      'Safari',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    ],
    [
      'Chrome on iOS',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1',
    ],
    ['Opera', `${CHROME} OPR/120.0.0.0`],
    ['Samsung Internet', CHROME.replace('Chrome/', 'SamsungBrowser/29.0 Chrome/')],
    ['Vivaldi', `${CHROME} Vivaldi/7.5`],
    ['Yandex', `${CHROME} YaBrowser/25.0`],
    ['a web view', CHROME.replace('x64)', 'x64; wv)')],
    ['nothing', ''],
  ])('[PAGE-3] %s is not supported', (_, userAgent) => {
    expect(of(userAgent)).toBeUndefined();
  });

  test('[PAGE-3] another brand is not supported, even with the user agent of Chrome', () => {
    expect(of(CHROME, ['Chromium', 'Opera'])).toBeUndefined();
    expect(of(CHROME, ['Chromium', 'Vivaldi'])).toBeUndefined();
  });

  test('[PAGE-2] the identity is read from navigator, with or without its newer properties', () => {
    expect(identityOf({ userAgent: CHROME })).toEqual({ userAgent: CHROME, hasBraveMark: false });
    expect(
      identityOf({
        userAgent: CHROME,
        brave: {},
        userAgentData: { brands: [{ brand: 'Chromium' }] },
      }),
    ).toEqual({ userAgent: CHROME, brands: ['Chromium'], hasBraveMark: true });
  });
});

describe('the console log', () => {
  test('[RX-13] a log entry is one line: control characters are escaped, long texts are cut', () => {
    const lines: string[] = [];
    const log = createConsoleLog({ warn: (line) => lines.push(line) });
    log.warn('push.failed');
    log.warn('link.error', 'a\r\n[batbot] forged\u001b[31m\u202e\u2028');
    log.warn('long', 'x'.repeat(9_000));
    expect(lines.slice(0, 2)).toEqual([
      '[batbot] push.failed',
      '[batbot] link.error: a\\u{d}\\u{a}[batbot] forged\\u{1b}[31m\\u{202e}\\u{2028}',
    ]);
    expect(lines[2]?.length).toBeLessThan(600);
  });
});
