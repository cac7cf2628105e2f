import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLive } from '@batbot/core';
import type { VaultAnswer, VaultNotice, VaultQuestion } from '@batbot/core/privacy';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { LocalLock } from './LocalLock.tsx';

describe('the lock on the login page', () => {
  const notice = createLive<VaultNotice | undefined>(undefined);
  const question = createLive<VaultQuestion | undefined>(undefined);
  const answers: VaultAnswer[] = [];
  let screen: Awaited<ReturnType<typeof renderScreen>>['screen'];
  beforeEach(async () => {
    notice.set(undefined);
    question.set(undefined);
    answers.length = 0;
    const lock = (
      <LocalLock
        notice$={notice.live}
        question$={question.live}
        answer={(answer) => answers.push(answer)}
        afterMinutes={30}
      />
    );
    ({ screen } = await renderScreen(lock, { isSignedOut: true, path: '/login' }));
  });

  test('[PRIV-17] the page shows why the data is locked, and how long the user must wait before the next attempt', async () => {
    await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
    notice.set({ kind: 'idle' });
    await expect.element(screen.getByText('Locked after 30 minutes without use.')).toBeVisible();
    notice.set({ kind: 'wait', waitMs: 2_000 });
    await expect
      .element(screen.getByText('Login without the server: try again in 2 seconds.'))
      .toBeVisible();
    await expect
      .element(screen.getByText('Login without the server: try again now.'))
      .toBeVisible();
    notice.set({ kind: 'wait', waitMs: 4_000 });
    await expect.element(screen.getByText('try again in 4 seconds.')).toBeVisible();
  });

  test('[PRIV-17] a sleep of the computer counts as waiting, and a second wait of the same length begins again', async () => {
    let now = 1_000_000;
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    const waiting = screen.getByText('try again in 300 seconds.');
    notice.set({ kind: 'wait', waitMs: 300_000 });
    await expect.element(waiting).toBeVisible();
    now += 300_000;
    await expect
      .element(screen.getByText('Login without the server: try again now.'))
      .toBeVisible();
    notice.set({ kind: 'wait', waitMs: 300_000 });
    await expect.element(waiting).toBeVisible();
  });

  test('[PRIV-19] the page says that saved data is being encrypted', async () => {
    notice.set({ kind: 'encrypting' });
    await expect
      .element(screen.getByRole('status'))
      .toHaveTextContent('Encrypting what is saved on this computer, once.');
  });

  test('[PRIV-18] the previous password is asked for, and again if it was wrong', async () => {
    question.set({ unsent: 2, attempt: 1 });
    const field = () => screen.getByRole('textbox', { name: 'Previous password' });
    await expect.element(field()).toHaveFocus();
    await screen.getByRole('button', { name: 'Open the data' }).click();
    expect(answers).toEqual([]);
    await field().fill('before');
    await screen.getByRole('button', { name: 'Open the data' }).click();
    expect(answers).toEqual([{ kind: 'previous', pass: 'before' }]);
    question.set(undefined);
    question.set({ unsent: 2, attempt: 2 });
    await expect.element(screen.getByText('This is not the previous password')).toBeVisible();
    await expect.element(field()).toHaveValue('');
  });

  test('[PRIV-18] the question says what is deleted before the user decides; Escape and Cancel end the sign-in', async () => {
    question.set({ unsent: 2, attempt: 1 });
    await expect
      .element(screen.getByText(/and 2 changes that the server does not have/))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Delete the data and go on' }).click();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    expect(answers).toEqual([{ kind: 'discard' }, { kind: 'cancel' }]);
    const dialog = screen.getByRole('dialog').element();
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(answers).toHaveLength(3);
  });
});
