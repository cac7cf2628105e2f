import { beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { LoginScreen } from './LoginScreen.tsx';

type Rendered = Awaited<ReturnType<typeof renderScreen>>;

describe('the login page', () => {
  let rendered: Rendered;
  beforeEach(async () => {
    rendered = await renderScreen(<LoginScreen />, { isSignedOut: true, path: '/login' });
  });
  const username = () => rendered.screen.getByPlaceholder('Enter your Email or username');
  const password = () => rendered.screen.getByRole('textbox', { name: 'Password', exact: true });
  const submit = () => rendered.screen.getByRole('button', { name: 'Log in', exact: true });
  const greeting = () => rendered.screen.getByRole('heading', { level: 1 });
  const colour = (): string => getComputedStyle(greeting().element()).color;
  const logIn = async (pass = 'secret'): Promise<void> => {
    await username().fill('technician');
    await password().fill(pass);
    await submit().click();
  };
  const logins = (): number => rendered.gateway.calls().filter((call) => call === 'login').length;

  test('[LOGIN-7] the page has both fields, a button that shows the password, and Log in', async () => {
    await expect.element(greeting()).toHaveTextContent('Welcome Back!');
    await expect.element(username()).toHaveFocus();
    await password().fill('secret');
    await expect.element(password()).toHaveAttribute('type', 'password');
    await rendered.screen.getByRole('button', { name: 'Show characters' }).click();
    await expect.element(password()).toHaveAttribute('type', 'text');
    await expect.element(submit()).toBeEnabled();
  });

  test('[LOGIN-8] wrong credentials are reported in red in place of the greeting, until a field is clicked', async () => {
    const calm = colour();
    await logIn('wrong');
    for (const field of [username(), password()]) {
      await expect.element(greeting()).toHaveTextContent('Incorrect Username/Password');
      const [red = 0, green = 0, blue = 0] = colour().match(/\d+/g)?.map(Number) ?? [];
      expect(red).toBeGreaterThan(2 * Math.max(green, blue));
      await expect.element(password()).toHaveFocus();
      await field.click();
      await expect.element(greeting()).toHaveTextContent('Welcome Back!');
      expect(colour()).toBe(calm);
      await submit().click();
    }
    await expect.element(greeting()).toHaveTextContent('Incorrect Username/Password');
    await password().fill('x'); // deviation 53
    await expect.element(greeting()).toHaveTextContent('Welcome Back!');
  });

  test('[LOGIN-11] any other refusal is reported as "User Deactivated"', async () => {
    rendered.gateway.failNext('login', { kind: 'refused', message: 'something else' });
    await logIn();
    await expect.element(greeting()).toHaveTextContent('User Deactivated');
    expect(rendered.account.session.state$.value.kind).toBe('signedOut');
  });

  test('[LOGIN-9] [SA-11] during the request the fields are disabled, the button is busy, and one request is sent', async () => {
    const release = rendered.gateway.hold('login');
    await logIn();
    await expect.element(username()).toBeDisabled();
    await expect.element(password()).toBeDisabled();
    await expect.element(submit()).toBeDisabled();
    await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    release();
    await expect.poll(() => rendered.account.session.state$.value.kind).toBe('signedIn');
    expect(logins()).toBe(1);
  });

  test('[LOGIN-10] an empty field is reported below it, nothing is sent, and the form stays usable', async () => {
    const noName = rendered.screen.getByText('Please enter your user-name', { exact: true });
    const noPassword = rendered.screen.getByText('Please enter your password', { exact: true });
    await submit().click();
    await expect.element(noName).toBeVisible();
    await expect.element(noPassword).toBeVisible();
    await username().fill('technician');
    await submit().click();
    await expect.element(noPassword).toBeVisible();
    await expect.element(noName).not.toBeInTheDocument();
    expect(logins()).toBe(0);
    await password().fill('secret');
    await submit().click();
    await expect.poll(() => rendered.account.session.state$.value.kind).toBe('signedIn');
  });
});
