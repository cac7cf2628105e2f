import type { ConfigError } from '../config.ts';
import { HelpLink } from '../screens/controls/HelpLink.tsx';

type Problem = ConfigError | { readonly kind: 'unexpected'; readonly message: string };

const ADVICE: Readonly<Record<Problem['kind'], string>> = {
  unreachable: 'Check the connection and try again.',
  malformed: 'The operator of this server has to correct its settings.',
  unexpected:
    'Try again. If this page appears again, update your browser: this app needs Chrome, Edge or Brave 109 or newer.',
};

/** Shown when the app cannot start or has stopped: what is wrong, and what to do. */
export const StartProblem = ({ error }: { readonly error: Problem }) => (
  <main className="full-page" role="alert">
    <h1>{error.kind === 'unexpected' ? 'The app has stopped' : 'The app could not start'}</h1>
    <p>{error.message}</p>
    <p>{ADVICE[error.kind]}</p>
    <div className="row full-page__actions">
      <button type="button" className="button button--primary" onClick={() => location.reload()}>
        Try again
      </button>
      <HelpLink topic="startFailed" />
    </div>
  </main>
);
