import { Button } from 'antd';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { Menu } from './Menu.tsx';

test('[PAGE-232] a choice in a menu returns the focus to its button, by mouse and by keyboard', async () => {
  const chosen: string[] = [];
  const opened: boolean[] = [];
  const items = [
    { key: 'one', label: 'One' },
    { key: 'two', label: 'Two' },
  ];
  const { screen } = await renderScreen(
    <Menu
      menu={{ items, onClick: ({ key }) => chosen.push(key) }}
      onOpenChange={(isOpen) => opened.push(isOpen)}
    >
      <Button>Options</Button>
    </Menu>,
  );
  const button = screen.getByRole('button', { name: 'Options' });
  await button.click();
  await screen.getByRole('menuitem', { name: 'One' }).click();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.closest('[role=menu]')).toBeTruthy();
  await userEvent.keyboard('{ArrowDown}');
  // antd moves the focus in the next frame.
  await expect.poll(() => document.querySelector('.ant-dropdown-menu-item-active')).not.toBeNull();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => chosen.length).toBe(2);
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Shift}'); // arrives after everything that the Enter key has caused
  expect(opened).toEqual([true, false, true, false]); // the same key press does not open it again
});

test('[PAGE-227] in a small window a long menu scrolls, and its last item is inside the window', async () => {
  const items = Array.from({ length: 30 }, (_, at) => ({ key: `${at}`, label: `Item ${at}` }));
  for (const height of [667, 360]) {
    await page.viewport(390, height);
    const { screen } = await renderScreen(
      <div style={{ paddingTop: 150 }}>
        <Menu menu={{ items }}>
          <Button>Options</Button>
        </Menu>
      </div>,
    );
    await screen.getByRole('button', { name: 'Options' }).click();
    const last = screen.getByRole('menuitem', { name: 'Item 29' });
    await expect.element(last).toBeVisible();
    last.element().scrollIntoView({ block: 'nearest' });
    await expect
      .poll(() => {
        const menu = screen.getByRole('menu').element().getBoundingClientRect();
        const item = last.element().getBoundingClientRect();
        return [menu.top >= 0, menu.bottom <= height, item.bottom <= menu.bottom];
      })
      .toEqual([true, true, true]);
    await screen.unmount();
  }
});
