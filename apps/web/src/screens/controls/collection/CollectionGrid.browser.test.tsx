import { Link } from 'react-router-dom';
import { Button } from 'antd';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rendered } from '../../../testing/rendered.fixture.ts';
import { renderScreen } from '../../../testing/render-screen.fixture.tsx';
import { Collection } from './Collection.tsx';

interface Row {
  readonly id: string;
}

const show = (count: number, search = '') =>
  renderScreen(
    <div className="shell__content" style={{ height: '100vh' }}>
      <Collection<Row>
        title="Packs"
        noun="pack"
        rows={Array.from({ length: count }, (_, at) => ({ id: `A${String(at).padStart(4, '0')}` }))}
        load={{ kind: 'ready' }}
        name={({ id }) => id}
        meta={() => ''}
        columns={[
          {
            key: 'serial',
            title: 'Serial number',
            text: ({ id }) => id,
            sortBy: ({ id }) => id,
          },
        ]}
        defaultSort="serial"
        search={({ id }) => id}
        searchLabel="Serial"
        empty={{ text: 'No packs yet.' }}
        extra={
          <>
            <Link to="/mainpage/assets?q=A0002">SN A0002</Link>
            <Link to="/mainpage/assets?id=A1000">Open A1000</Link>
          </>
        }
        detail={({ id }) => <Button>Print report of {id}</Button>}
      />
    </div>,
    { path: `/mainpage/assets${search}` },
  );

const grid = page.getByRole('grid', { name: 'Packs' });
const row = (name: string) => page.getByRole('row', { name });

test('[PAGE-297] the rows state their place in the whole list to screen readers, and which row is open', async () => {
  await show(2_000);
  await expect.element(row('A0000')).toHaveAttribute('aria-rowindex', '2');
  await expect.element(row('Serial number')).toHaveAttribute('aria-rowindex', '1');
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2001');
  grid.element().focus();
  await userEvent.keyboard('{End}{Enter}');
  await expect.element(row('A1999')).toHaveAttribute('aria-rowindex', '2001');
  await expect.element(row('A1999')).toHaveAttribute('aria-current', 'true');
  await expect.element(row('A1998')).not.toHaveAttribute('aria-current');
});

test.each([390, 900, 1280])(
  '[PAGE-299] at %i px, after the page was printed, the focus is where it was',
  async (width) => {
    await page.viewport(width, 800);
    await show(3, '?id=A0001');
    const button = page.getByRole('button', { name: 'Print report of A0001' });
    await expect.element(button).toBeVisible();
    button.element().focus();
    await userEvent.keyboard('{Shift}');
    dispatchEvent(new Event('beforeprint'));
    await rendered();
    dispatchEvent(new Event('afterprint'));
    await rendered();
    await expect.element(button).toHaveFocus();
  },
);

test('[PAGE-295] the button that clears the search is named', async () => {
  await show(3, '?q=A0001');
  const clear = page.getByRole('button', { name: 'Clear the text' });
  await clear.click();
  await expect.element(row('A0002')).toBeVisible();
});

test('[PAGE-303] a list that is shown with an open row, as after Back, has this row in view', async () => {
  await show(2_000, '?id=A1500');
  await expect.element(page.getByRole('button', { name: 'Print report of A1500' })).toBeVisible();
  await expect.element(row('A1500'), { timeout: 5_000 }).toBeVisible();
  await expect.element(row('A1500')).toHaveClass('collection__row--active');
});

test('[PAGE-363] a row that a link or a form opens while another one is open is in view, and the only marked one', async () => {
  await page.viewport(1280, 800);
  await show(2_000);
  await row('A0002').click();
  await expect.element(row('A0002')).toHaveClass('collection__row--active');
  await page.getByRole('link', { name: 'Open A1000' }).click();
  await expect.element(row('A1000')).toBeInViewport();
  await expect.element(row('A1000')).toHaveClass('collection__row--active');
  expect(document.querySelectorAll('.collection__row--active')).toHaveLength(1);
  expect(grid.element().getAttribute('aria-activedescendant')).toBe(row('A1000').element().id);
});

test('[PAGE-331] a long list scrolls in its table, and not in the pane around it', async () => {
  await page.viewport(1280, 720);
  await show(300);
  await expect.element(row('A0000')).toBeVisible();
  const pane = grid.element().parentElement;
  expect(pane?.className).toBe('ant-splitter-panel');
  expect(pane?.scrollHeight).toBe(pane?.clientHeight);
});

test('[PAGE-334] a link to the shown list with another search, as of the palette, changes the search', async () => {
  await show(20, '?q=A0001');
  await expect.element(row('A0001')).toBeVisible();
  await page.getByRole('link', { name: 'SN A0002' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Serial' })).toHaveValue('A0002');
  await expect.element(row('A0002')).toBeVisible();
  await expect.element(row('A0001')).not.toBeInTheDocument();
});
