import { Table } from 'antd';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { usePages } from './use-pages.ts';

const ROWS = Array.from({ length: 25 }, (_, index) => ({ key: index, name: `Row ${index + 1}` }));

const Rows = () => (
  <Table
    dataSource={ROWS}
    pagination={usePages(10)}
    columns={[{ title: 'Name', dataIndex: 'name' }]}
  />
);

test('[PAGE-308] the link of the current page of a table is marked for screen readers', async () => {
  await renderScreen(<Rows />);
  const link = (name: string) => page.getByTitle(name, { exact: true }).getByText(name);
  await expect.element(link('1')).toHaveAttribute('aria-current', 'page');
  await link('3').click();
  await expect.element(page.getByText('Row 25')).toBeVisible();
  await expect.element(link('3')).toHaveAttribute('aria-current', 'page');
  await expect.element(link('1')).not.toHaveAttribute('aria-current');
});
