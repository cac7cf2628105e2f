import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router-dom';
import type { LoginState } from '@batbot/core';
import { useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { HelpLink } from '../controls/HelpLink.tsx';
import { BrandMark } from '../controls/BrandMark.tsx';
import { DOCUMENTS, imprintText } from '../controls/imprint.ts';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';
import './login.css';

const FAILURES = { incorrect: 'Incorrect Username/Password', deactivated: 'User Deactivated' };

const greetingOf = (login: LoginState): { readonly text: string; readonly failed: boolean } =>
  login.kind === 'failed' && login.reason !== 'unreachable'
    ? { text: FAILURES[login.reason], failed: true }
    : { text: 'Welcome Back!', failed: false };

/** The login form. It uses native controls, so that the first page does not load the component library. */
export const LoginScreen = () => {
  const { account, config, lock } = useServices();
  const { session } = account;
  const login = useLive(session.loginState$);
  const [user, setUser] = useState('');
  const [pass, setPass] = useState('');
  const [asked, setAsked] = useState(false);
  const userField = useRef<HTMLInputElement>(null);
  const passField = useRef<HTMLInputElement>(null);
  const running = login.kind === 'running';
  const greeting = greetingOf(login);

  useEffect(() => {
    userField.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    // Fields lose the focus when they are disabled. After a failed login the user types the password again.
    if (login.kind === 'failed') passField.current?.focus();
  }, [login]);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (user === '') userField.current?.focus();
    else if (pass === '') passField.current?.focus();
    // Deviation from the specification, section 5: an empty field sends nothing, and the fields stay usable.
    else void session.login(user, pass);
  };

  const edit =
    (set: (text: string) => void) =>
    (text: string): void => {
      set(text);
      session.clearFailure();
    };

  return (
    <div className="login">
      <title>{`Log in · ${config.brand.name}`}</title>
      <main className="login__card">
        <div className="login__brand">
          <BrandMark size={40} />
          <span>{config.brand.name}</span>
        </div>
        <h1
          className={greeting.failed ? 'login__greeting tone-act' : 'login__greeting'}
          aria-live="assertive"
        >
          {greeting.failed && <span aria-hidden>✕ </span>}
          {greeting.text}
        </h1>
        <form noValidate onSubmit={submit}>
          <TextField
            ref={userField}
            label="Username"
            name="username"
            autoComplete="username"
            placeholder="Enter your Email or username"
            value={user}
            disabled={running}
            problem={asked && user === '' ? 'Please enter your user-name' : undefined}
            onClick={session.clearFailure}
            onEdit={edit(setUser)}
          />
          <PasswordField
            ref={passField}
            label="Password"
            name="password"
            autoComplete="current-password"
            placeholder="Enter your password"
            value={pass}
            disabled={running}
            problem={asked && pass === '' ? 'Please enter your password' : undefined}
            onClick={session.clearFailure}
            onEdit={edit(setPass)}
          />
          <button
            type="submit"
            className="button button--primary login__submit"
            disabled={running}
            aria-busy={running}
          >
            {running && <span className="spinner" aria-hidden />}
            Log in
          </button>
        </form>
        {lock && <lock.View />}
      </main>
      <footer className="login__footer">
        <span>{imprintText(config.brand.companyName)}</span>
        <nav aria-label="Documents">
          {DOCUMENTS.map(([path, title]) => (
            <Link key={path} to={path}>
              {title}
            </Link>
          ))}
          <HelpLink topic="loginFailed" />
        </nav>
      </footer>
    </div>
  );
};
