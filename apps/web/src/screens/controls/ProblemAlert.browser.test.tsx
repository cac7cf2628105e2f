import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Button } from 'antd';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ProblemAlert } from './ProblemAlert.tsx';

const show = async (width: number, description?: string) => {
  await page.viewport(1280, 800);
  await renderScreen(
    <div style={{ width }}>
      <ProblemAlert
        help="notSaved"
        title="Last check: Incoming inspection, failed, Nov 27, 2026, 18:17:02"
        description={description}
        action={<Button size="small">Add report to the ticket</Button>}
      />
    </div>,
    { path: '/mainpage/users' },
  );
  const text = page.getByText(/^Last check/).element();
  const button = page.getByRole('button', { name: 'Add report to the ticket' }).element();
  return { text: text.getBoundingClientRect(), button: button.getBoundingClientRect() };
};

test('[PAGE-217] in a drawer, the buttons of a message are below its text', async () => {
  const { text, button } = await show(472);
  expect(button.top).toBeGreaterThanOrEqual(text.bottom);
  expect(text.height).toBeLessThan(50);
});

test.each([undefined, 'It is of another user.'])(
  '[PAGE-324] the buttons below a message begin where its text begins (description: %s)',
  async (description) => {
    const { text, button } = await show(472, description);
    expect(button.top).toBeGreaterThanOrEqual(text.bottom);
    expect(Math.abs(button.left - text.left)).toBeLessThan(1);
  },
);

test('[PAGE-217] with room for the text, the buttons of a message are beside it', async () => {
  const { text, button } = await show(900);
  expect(button.top).toBeLessThan(text.bottom);
});
