import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { TeachScreen } from './TeachScreen.tsx';

const openPart = (
  screen: Awaited<ReturnType<typeof renderScreen>>['screen'],
  name: string | RegExp,
) => screen.getByRole('button', { name, exact: true }).click();

const Toggled = () => {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Other tab
      </button>
      {isOpen && <TeachScreen />}
    </>
  );
};

test('[OBD-338] the text of an invalid part is kept while another tab is shown', async () => {
  const { screen } = await renderScreen(<Toggled />, {
    isConnected: true,
    replies: { 'AT+ADATA': '\r\n{"soc":81.2,"v":13.2}\r\nOK\r\n' },
  });
  await openPart(screen, 'Frame and checksum');
  const part = screen.getByRole('textbox', { name: 'Frame and checksum as JSON' });
  await part.fill('{ "frame": ');
  const other = screen.getByRole('button', { name: 'Other tab' });
  await other.click();
  await expect.element(part).not.toBeInTheDocument();
  await other.click();
  await expect
    .element(screen.getByText('Frame and checksum as JSON: is not valid JSON'))
    .toBeVisible();
  await openPart(screen, 'Frame and checksum');
  await expect.element(part).toHaveValue('{ "frame": ');
  await expect.element(screen.getByRole('alert').getByText('is not valid JSON')).toBeVisible();
  await screen.getByRole('button', { name: 'Discard changes' }).click();
  await openPart(screen, 'Frame and checksum');
  await expect.element(part).toHaveValue('{\n  "frame": {\n    "split": "reply"\n  }\n}');
});
