import { expect, onTestFinished, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { rendered } from '../testing/rendered.fixture.ts';
import { StripArea } from './StripArea.tsx';

test('[MT-05] a newer version is reported with a warning about the open port, and only the user reloads the page', async () => {
  const reloads: string[] = [];
  const refuse = (event: NavigateEvent): void => {
    reloads.push(event.navigationType);
    event.preventDefault(); // a reload would end the test
  };
  navigation.addEventListener('navigate', refuse);
  onTestFinished(() => navigation.removeEventListener('navigate', refuse));
  const { screen, core, clock } = await renderScreen(<StripArea />, {
    isConnected: true,
    releases: { running: 'one', offered: () => Promise.resolve('two') },
  });
  const strip = screen.getByRole('listitem');
  await clock.advance(10 * 60_000);
  await expect
    .element(strip)
    .toHaveTextContent(
      'A newer version of BatBot is ready. Reload when you are done: it closes the port.',
    );
  await core.link.disconnect();
  await expect.element(strip).toHaveTextContent('BatBot is ready. Reload to use it.');
  await rendered();
  expect(reloads).toEqual([]);
  await strip.getByRole('button', { name: 'Reload' }).click();
  expect(reloads).toEqual(['reload']);
});
