import type { ConfigError } from '../config.ts';
import { HelpLink } from '../screens/controls/HelpLink.tsx';

/** Shown when the configuration is unusable and the app cannot start: what is wrong, and whom to inform. */
export const StartProblem = ({ error }: { readonly error: ConfigError }) => (
  <main className="full-page" role="alert">
    <h1>The app could not start</h1>
    <p>{error.message}</p>
    <p>
      {error.kind === 'unreachable'
        ? 'Check the connection and try again.'
        : 'The operator of this server has to correct its settings.'}
    </p>
    <div className="row full-page__actions">
      <button type="button" className="button button--primary" onClick={() => location.reload()}>
        Try again
      </button>
      <HelpLink topic="startFailed" />
    </div>
  </main>
);
