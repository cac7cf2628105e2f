import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { SmallTable } from './SmallTable.tsx';

test('[PAGE-8] a table contains no live region, so that changes of its values are not read aloud', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ key: index, volts: `${index} V` }));
  const { screen } = await renderScreen(
    <SmallTable dataSource={rows} columns={[{ title: 'Voltage', dataIndex: 'volts' }]} />,
  );
  await expect.element(screen.getByRole('cell', { name: '29 V' })).toBeVisible(); // on one page
  expect(screen.container.querySelector('[aria-live]')).toBe(null);
});
