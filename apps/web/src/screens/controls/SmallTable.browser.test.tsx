import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { SmallTable } from './SmallTable.tsx';

const ROWS = Array.from({ length: 25 }, (_, index) => ({ key: index, name: `Row ${index + 1}` }));

const Rows = () => {
  const [count, setCount] = useState(25);
  return (
    <>
      <button type="button" onClick={() => setCount(15)}>
        Remove ten rows
      </button>
      <SmallTable
        dataSource={ROWS.slice(0, count)}
        pageSize={10}
        columns={[{ title: 'Name', dataIndex: 'name' }]}
      />
    </>
  );
};

test('[PAGE-308] the link of the shown page of a table is marked for screen readers, also after rows disappear', async () => {
  await renderScreen(<Rows />);
  const link = (name: string) => page.getByTitle(name, { exact: true }).getByText(name);
  await expect.element(link('1')).toHaveAttribute('aria-current', 'page');
  await link('3').click();
  await expect.element(page.getByText('Row 25')).toBeVisible();
  await expect.element(link('3')).toHaveAttribute('aria-current', 'page');
  await expect.element(link('1')).not.toHaveAttribute('aria-current');
  await page.getByRole('button', { name: 'Remove ten rows' }).click();
  await expect.element(page.getByText('Row 15')).toBeVisible();
  await expect.element(link('2')).toHaveAttribute('aria-current', 'page');
});

test('[PAGE-8] a table contains no live region, so that changes of its values are not read aloud', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ key: index, volts: `${index} V` }));
  const { screen } = await renderScreen(
    <SmallTable dataSource={rows} columns={[{ title: 'Voltage', dataIndex: 'volts' }]} />,
  );
  await expect.element(screen.getByRole('cell', { name: '29 V' })).toBeVisible(); // on one page
  expect(screen.container.querySelector('[aria-live]')).toBe(null);
});
