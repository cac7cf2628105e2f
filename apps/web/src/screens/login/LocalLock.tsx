import { useEffect, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react';
import type { Vault, VaultNotice, VaultQuestion } from '@batbot/core/privacy';
import { useLive } from '../../react/use-live.ts';
import { counted } from '../../text/format.ts';
import { PasswordField } from './PasswordField.tsx';

const SECOND_MS = 1000;

/** Shows the seconds until the next attempt. A timer that is late, as after a sleep, does not delay them. */
const WaitLine = ({ wait }: { readonly wait: Extract<VaultNotice, { readonly kind: 'wait' }> }) => {
  const [seconds, setSeconds] = useState(Math.ceil(wait.waitMs / SECOND_MS));
  useLayoutEffect(() => {
    const until = Date.now() + wait.waitMs;
    const show = (): void => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)));
    show();
    const timer = setInterval(show, SECOND_MS);
    return () => clearInterval(timer);
  }, [wait]);
  return seconds === 0
    ? 'Login without the server: try again now.'
    : `Login without the server: try again in ${counted(seconds, 'second')}. Until then no password is checked.`;
};

const NoticeLine = ({
  notice,
  afterMinutes,
}: {
  readonly notice: VaultNotice;
  readonly afterMinutes: number;
}) => (
  <p className="login__notice" role="status">
    {notice.kind === 'idle' && `Locked after ${counted(afterMinutes, 'minute')} without use.`}
    {notice.kind === 'encrypting' &&
      'Encrypting what is saved on this computer, once. With long recordings this can take a minute.'}
    {notice.kind === 'wait' && <WaitLine wait={notice} />}
  </p>
);

const lossText = (unsent: number): string =>
  unsent === 0
    ? 'Recordings, drafts and settings on this computer are then deleted.'
    : `Recordings, drafts, settings and ${counted(unsent, 'change')} that the server does not have are then deleted.`;

/** Asks for the password before the last change, which opens the data of this computer. */
const PreviousPassword = ({
  question,
  answer,
}: {
  readonly question: VaultQuestion;
  readonly answer: Vault['answer'];
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [pass, setPass] = useState('');
  const [isEdited, setEdited] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
  }, []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (pass !== '') answer({ kind: 'previous', pass });
  };
  return (
    <dialog
      ref={dialog}
      className="login__card"
      aria-labelledby="previous-password"
      onCancel={() => answer({ kind: 'cancel' })}
    >
      <h2 id="previous-password">Your password has changed</h2>
      <p>The data on this computer opens with the password that you used here before.</p>
      <form noValidate onSubmit={submit}>
        <PasswordField
          ref={field}
          label="Previous password"
          name="previous-password"
          autoComplete="off"
          placeholder="Enter your previous password"
          value={pass}
          disabled={false}
          problem={
            question.attempt > 1 && !isEdited ? 'This is not the previous password' : undefined
          }
          onClick={() => undefined}
          onEdit={(text) => {
            setPass(text);
            setEdited(true);
          }}
        />
        <button type="submit" className="button button--primary login__submit">
          Open the data
        </button>
      </form>
      <p>If you do not know it, you can go on without the data. {lossText(question.unsent)}</p>
      <button type="button" className="button" onClick={() => answer({ kind: 'discard' })}>
        Delete the data and go on
      </button>{' '}
      <button type="button" className="button" onClick={() => answer({ kind: 'cancel' })}>
        Cancel
      </button>
    </dialog>
  );
};

/** The messages of the lock of the local data on the login page. */
export const LocalLock = ({
  notice$,
  question$,
  answer,
  afterMinutes,
}: Pick<Vault, 'notice$' | 'question$' | 'answer'> & { readonly afterMinutes: number }) => {
  const notice = useLive(notice$);
  const question = useLive(question$);
  return (
    <>
      {notice && <NoticeLine {...{ notice, afterMinutes }} />}
      {question && <PreviousPassword key={question.attempt} {...{ question, answer }} />}
    </>
  );
};
