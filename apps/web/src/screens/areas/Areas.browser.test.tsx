import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { SupportScreen } from './SupportScreen.tsx';

const BRAND = {
  name: 'BatBot',
  companyName: 'Example Batteries',
  contactEmail: '',
  address: '',
  websiteUrl: '',
};

test('[D27] Support without a configured contact does not ask the user to call or write', async () => {
  const { screen } = await renderScreen(<SupportScreen />, {
    path: '/mainpage/support',
    config: { brand: BRAND },
  });
  await expect
    .element(screen.getByText(/^Contact the person who gave you this account/))
    .toBeVisible();
  expect(screen.container.textContent).not.toMatch(/\b(?:call|write|service desk)\b/i);
  expect(screen.container.querySelector('a[href^="mailto:"], a[href^="tel:"]')).toBe(null);
});

test('[D27] Support links to the configured address', async () => {
  const { screen } = await renderScreen(<SupportScreen />, {
    path: '/mainpage/support',
    config: { brand: { ...BRAND, contactEmail: 'help@example.com' } },
  });
  await expect
    .element(screen.getByRole('link', { name: 'help@example.com' }))
    .toHaveAttribute('href', 'mailto:help@example.com');
});
