import type { DemoAccount } from '@batbot/server';

export interface Announcement {
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly simulatedDeviceUrl: string;
  /** Path of the pseudo-terminal; undefined if the platform has none. */
  readonly ptyPath?: string | undefined;
  readonly demoAccounts: readonly Pick<DemoAccount, 'user' | 'password' | 'purpose'>[];
}

/** Formats the text that `npm start` prints when all services are ready. Scripts wait for its last line. */
export const announce = (facts: Announcement): string => {
  const row = (label: string, value: string) => `  ${label.padEnd(17)} ${value}`;
  const width = Math.max(0, ...facts.demoAccounts.map(({ user }) => user.length));
  const accounts = facts.demoAccounts.map(
    ({ user, password, purpose }) => `${user.padEnd(width)}  ${password}  (${purpose})`,
  );
  return [
    '',
    row('Web app', facts.webUrl),
    row('Account server', facts.apiUrl),
    row('Simulated device', facts.simulatedDeviceUrl),
    row('Serial port', facts.ptyPath ?? 'none: this system has no pseudo-terminals'),
    ...accounts.map((account, index) => row(index === 0 ? 'Demo accounts' : '', account)),
    row('Stop', 'Ctrl+C'),
    '',
    `BatBot Web is ready: ${facts.webUrl}`,
  ].join('\n');
};
