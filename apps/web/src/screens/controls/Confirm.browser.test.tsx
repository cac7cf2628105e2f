import { Button } from 'antd';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { rendered } from '../../testing/rendered.fixture.ts';
import { Confirm } from './Confirm.tsx';

test('[PAGE-232] a question at a button takes the focus each time, and returns it to the button', async () => {
  const act = vi.fn<() => void>();
  await renderScreen(
    <Confirm title="Delete it?" okText="Yes" onConfirm={act}>
      <Button>Delete…</Button>
    </Confirm>,
  );
  const button = page.getByRole('button', { name: 'Delete…' });
  const yes = page.getByRole('button', { name: 'Yes' });
  button.element().focus();
  for (let times = 1; times <= 2; times += 1) {
    await userEvent.keyboard('{Enter}');
    await expect.element(yes).toHaveFocus();
    await expect.element(yes).toHaveClass('ant-btn-dangerous');
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(yes).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveFocus();
  expect(act).toHaveBeenCalledOnce();
});

test('[PAGE-232] a question leaves the focus where the user has moved it meanwhile', async () => {
  await renderScreen(
    <>
      <Confirm title="Delete it?" okText="Yes" okButtonProps={{ autoFocus: false }}>
        <Button>Delete…</Button>
      </Confirm>
      <Button>Other</Button>
    </>,
  );
  const other = page.getByRole('button', { name: 'Other' });
  const button = page.getByRole('button', { name: 'Delete…' });
  button.element().focus();
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  other.element().focus();
  await expect.element(page.getByRole('button', { name: 'Yes' })).toBeVisible();
  const popover = document.querySelector('.ant-popover');
  await expect.poll(() => popover?.className).not.toMatch(/enter|appear/); // its motion has ended
  await rendered();
  await expect.element(other).toHaveFocus();
});

test('[PAGE-232] a question that is asked again while it closes takes the focus', async () => {
  await renderScreen(
    <Confirm title="Delete it?" okText="Yes">
      <Button>Delete…</Button>
    </Confirm>,
  );
  const button = page.getByRole('button', { name: 'Delete…' });
  const yes = page.getByRole('button', { name: 'Yes' });
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(yes).toHaveFocus();
  yes.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await expect.element(button).toHaveFocus();
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(yes).toHaveFocus();
});
