import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { plainLine } from '@batbot/core';
import { useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { HelpLink } from '../controls/HelpLink.tsx';
import { BrandMark } from '../controls/BrandMark.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';
import './login.css';

const REASONS: Readonly<Record<string, string>> = {
  LINK_INVALID:
    'This link was used, replaced or is older than 7 days. Ask the person who sent it for a new one.',
  NAME_TAKEN: 'This username is taken. Choose another one.',
  NAME_INVALID: 'Choose a username of at most 80 characters.',
};

/** The page of a one-time link. The invited user chooses a user name and a password, and is then signed in. */
export const InvitationScreen = () => {
  const { account, acceptInvitation, config } = useServices();
  const { session } = account;
  const { hash } = useLocation();
  const navigate = useNavigate();
  const isSignedIn = useLive(session.state$).kind === 'signedIn';
  const link = new URLSearchParams(hash.slice(1));
  const [userName, setUserName] = useState(link.get('user') ?? '');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isNameRefused, setNameRefused] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const token = link.get('token') ?? '';
  const name = plainLine(userName);
  const clear = (): void => setProblem(undefined);
  const edit =
    (set: (text: string) => void) =>
    (text: string): void => {
      set(text);
      clear();
    };

  useEffect(() => {
    // Fields lose the focus when they are disabled.
    if (isBusy || problem === undefined) return;
    (isNameRefused ? nameField : passwordField).current?.focus();
  }, [isBusy, problem, isNameRefused]);

  const accept = async (): Promise<void> => {
    setBusy(true);
    setNameRefused(false);
    const answer = await acceptInvitation({ token, userName: name, password }).catch(
      () => undefined,
    );
    if (answer?.ok === true && answer.value.kind === 'set') {
      await session.login(answer.value.userName, password);
      void navigate('/login', { replace: true }); // shows the shell after the sign-in
      return;
    }
    setBusy(false);
    if (answer === undefined || (!answer.ok && answer.error.kind === 'unreachable'))
      setProblem('The server did not answer. Try again; if the link was used, log in instead.');
    else if (!answer.ok) setProblem(answer.error.message);
    else if (answer.value.kind === 'refused') {
      const { code, reason } = answer.value;
      setNameRefused(code.startsWith('NAME_'));
      setProblem(reason ?? REASONS[code] ?? `The server answered ${code}.`);
    }
  };

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (name === '') nameField.current?.focus();
    else if (password === '') passwordField.current?.focus();
    else void accept();
  };

  return (
    <div className="login">
      <title>{`Invitation · ${config.brand.name}`}</title>
      <main className="login__card">
        <div className="login__brand">
          <BrandMark size={40} />
          <span>{config.brand.name}</span>
        </div>
        <h1 className="login__greeting">Choose a name and a password</h1>
        {isSignedIn && !isBusy ? (
          <>
            <p>Somebody is already logged in here. Log out to use the link.</p>
            <button
              type="button"
              className="button button--primary login__submit"
              onClick={() => void session.logout()}
            >
              Log out
            </button>
          </>
        ) : (
          <form noValidate onSubmit={submit}>
            <TextField
              ref={nameField}
              label="Username"
              name="username"
              autoComplete="username"
              placeholder="The name to log in with"
              value={userName}
              disabled={isBusy}
              problem={isAsked && name === '' ? 'Please enter your user-name' : undefined}
              onClick={clear}
              onEdit={edit(setUserName)}
            />
            <PasswordField
              ref={passwordField}
              label="New password"
              name="password"
              autoComplete="new-password"
              placeholder="At least 12 characters"
              value={password}
              disabled={isBusy}
              problem={isAsked && password === '' ? 'Please enter your password' : undefined}
              onClick={clear}
              onEdit={edit(setPassword)}
            />
            <p className="field__problem" role="alert">
              {problem} {problem !== undefined && <HelpLink topic="linkInvalid" />}
            </p>
            <button
              type="submit"
              className="button button--primary login__submit"
              disabled={isBusy}
              aria-busy={isBusy}
            >
              Save and log in
            </button>
          </form>
        )}
      </main>
    </div>
  );
};
