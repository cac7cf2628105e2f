import { Route, Routes } from 'react-router-dom';
import type { CDPSession } from '@vitest/browser-playwright';
import { afterEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { Shell } from './Shell.tsx';

const emulate = (value: 'active' | 'none') => {
  const session: CDPSession = cdp();
  return session.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'forced-colors', value }],
  });
};

afterEach(() => emulate('none'));

test('[PAGE-221] with a contrast theme, the open tab and the selected view have an outline, and bars a colour', async () => {
  const { clock } = await renderScreen(
    <Routes>
      <Route path="/mainpage/*" element={<Shell />} />
    </Routes>,
    { path: '/mainpage/home', isConnected: true },
  );
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
