import { useState } from 'react';
import { Button } from 'antd';
import { createFakeStorage } from '@batbot/core/fakes';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rendered } from '../testing/rendered.fixture.ts';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { KnownDevices } from '../screens/assets/KnownDevices.tsx';
import { ConfirmButton } from '../screens/controls/ConfirmButton.tsx';
import { CommandPalette } from '../shell/CommandPalette.tsx';
import { SerialControl } from '../shell/SerialControl.tsx';

test('[PAGE-228] a double click removes one row of a list, not the next one too', async () => {
  const metDevices = ['One', 'Two', 'Three'].map((key) => ({ key, label: key, lastMetAt: 1 }));
  const storage = createFakeStorage({ metDevices: JSON.stringify(metDevices) });
  const { screen } = await renderScreen(<KnownDevices />, { storage });
  const remove = screen.getByRole('button', { name: 'Remove from the list' });
  await expect.poll(() => remove.elements()).toHaveLength(3);
  await remove.first().dblClick();
  await expect.poll(() => remove.elements()).toHaveLength(2);
  await remove.first().click();
  await expect.poll(() => remove.elements()).toHaveLength(1);
});

const Counter = () => {
  const [count, setCount] = useState(0);
  return <Button onClick={() => setCount(count + 1)}>Next {count}</Button>;
};

test('[PAGE-228] a button that stays is pressed by each quick click', async () => {
  const { screen } = await renderScreen(<Counter />);
  await screen.getByRole('button').tripleClick();
  await expect.element(screen.getByRole('button')).toHaveTextContent('Next 3');
});

test('[PAGE-228] the Enter key that is held down opens a question and does not answer it', async () => {
  const act = vi.fn<() => void>();
  await renderScreen(
    <ConfirmButton question="Delete it?" confirm="Yes" onConfirm={act}>
      Delete
    </ConfirmButton>,
  );
  page.getByRole('button', { name: 'Delete' }).element().focus();
  await userEvent.keyboard('{Enter>6/}');
  await expect.element(page.getByRole('button', { name: 'Yes' })).toHaveFocus();
  expect(act).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(act).toHaveBeenCalledOnce();
});

test.each([
  ['Chrome', { isComposing: true }],
  ['Safari', { keyCode: 229 }],
])(
  '[PAGE-228] in %s, the keys with which an input method composes text do nothing else',
  async (_browser, composing) => {
    const onClose = vi.fn<() => void>();
    await renderScreen(<CommandPalette onClose={onClose} />);
    const field = page.getByRole('combobox', { name: 'Search or jump' });
    await expect.element(field).toHaveFocus();
    await field.fill('logs');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    const chosen = field.element().getAttribute('aria-activedescendant');
    for (const key of ['ArrowDown', 'Enter', 'Escape']) {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, ...composing, bubbles: true, cancelable: true }),
      );
    }
    await rendered();
    expect(field.element().getAttribute('aria-activedescendant')).toBe(chosen);
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    expect(onClose).toHaveBeenCalledOnce();
  },
);

test('[PAGE-234] a double click on Connect leaves the device connected, however fast it connects', async () => {
  const { screen, core } = await renderScreen(<SerialControl />, { isConnected: true });
  const button = screen.getByRole('button', { name: 'Disconnect', exact: true });
  await expect.element(button).toBeVisible();
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  expect(core.link.connection$.value.kind).toBe('connected');
});
