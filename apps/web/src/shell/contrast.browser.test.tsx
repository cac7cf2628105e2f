import type { CDPSession } from '@vitest/browser-playwright';
import { afterEach, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderShell } from './render-shell.fixture.tsx';

const emulate = (value: 'active' | 'none') => {
  const session: CDPSession = cdp();
  return session.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'forced-colors', value }],
  });
};

afterEach(() => emulate('none'));

test('[PAGE-221] with a contrast theme, the open tab and the selected view have an outline, and bars a colour', async () => {
  const { clock } = await renderShell('/mainpage/home', { isConnected: true });
  await clock.advance(3_000);
  await expect.element(page.getByText('Deviation', { exact: true })).toBeVisible();
  const outlined = () =>
    [...document.querySelectorAll('nav a, .ant-segmented-item')]
      .filter((each) => getComputedStyle(each).outlineStyle !== 'none')
      .map((each) => each.textContent);
  expect(outlined()).toEqual([]);
  await emulate('active');
  expect(outlined()).toEqual(['Home', 'Deviation', '5 min']);
  const bars = [...document.querySelectorAll('.cell__bar span, .metric__gauge div')];
  expect(bars.length).toBeGreaterThan(4);
  const colours = bars.map((bar) => getComputedStyle(bar).getPropertyValue('forced-color-adjust'));
  expect(new Set(colours)).toEqual(new Set(['none'])); // the colours of the theme are painted
});

test('[PAGE-221] with a contrast theme, the open row, its selected tab, the row that the arrow keys have reached and the border of the details are visible', async () => {
  await page.viewport(1280, 800);
  const { screen, server, online } = await renderShell('/mainpage/assets?id=a');
  server.put('a', { serial: 'SN-1' });
  server.put('b', { serial: 'SN-2' });
  await online();
  await expect.element(screen.getByRole('tab', { name: 'Last snapshot' })).toBeVisible();
  await emulate('active');
  const colour = (selector: string, property: string, pseudo?: string): string => {
    const element = document.querySelector(selector);
    return element === null ? '' : getComputedStyle(element, pseudo).getPropertyValue(property);
  };
  const highlight = colour('.collection__row--open', 'outline-color');
  const canvas = colour('body', 'background-color');
  // A cell with a background would be painted on the outline of its row.
  expect(colour('.collection__row--open > *', 'background-color')).toMatch(/, 0\)$/);
  expect(colour('.ant-tabs-ink-bar', 'background-color')).toBe(highlight);
  expect(colour('.ant-splitter-bar-dragger', 'background-color', '::before')).not.toBe(canvas);
  await screen.getByRole('button', { name: 'Close details' }).click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => colour('.collection__row--active', 'outline-style')).toBe('dashed');
});

test('[PAGE-274] with a contrast theme, a field with the focus has an outline', async () => {
  await page.viewport(1280, 800);
  const { screen } = await renderShell('/mainpage/complaint');
  await emulate('active');
  for (const [name, selector] of [
    ['Category', '.ant-select'],
    ['What happened', 'textarea'],
  ] as const) {
    const field = screen.getByLabelText(name, { exact: true });
    await field.click();
    const box = field.element().closest(selector);
    await expect.poll(() => box && getComputedStyle(box).outlineStyle).toBe('solid');
  }
});

test('[PAGE-278] with a contrast theme, an open menu has an outline', async () => {
  const { screen } = await renderShell('/mainpage/complaint');
  await emulate('active');
  await screen.getByRole('button', { name: 'Sessions and recording options' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Sessions' })).toBeVisible();
  const menu = document.querySelector('.ant-dropdown-menu');
  expect(menu && getComputedStyle(menu).outlineStyle).toBe('solid');
});
