import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AlarmButton } from './AlarmButton.tsx';

test('[D14] [OBD-136] Escape closes the form of limits and gives the focus back to its button', async () => {
  const { screen } = await renderScreen(<AlarmButton />);
  const button = screen.getByRole('button', { name: /^Limits|^Alarms/ });
  await button.click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});
