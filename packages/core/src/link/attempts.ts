import type { Clock } from '../ports/clock.ts';
import type { PortSettings, SerialDevice, SerialLink } from '../ports/serial-link.ts';
import { done, err, ok, type Result } from '../prelude/result.ts';
import type { ConnectionEvent, DisconnectCause } from './connection.ts';
import type { ConnectError, LinkNotice } from './link-api.ts';
import { openClaimed, type Opening } from './open-claimed.ts';
import type { TabKeeper } from './tab-keeper.ts';

/** Nothing is left to the platform. */
export type FullSettings = Required<PortSettings>;

export interface AttemptParts {
  readonly clock: Clock;
  readonly keeper: TabKeeper;
  /** How the device is to be opened now. */
  readonly portSettings: (link: SerialLink, device: SerialDevice) => FullSettings;
  readonly dispatch: (event: ConnectionEvent) => void;
  readonly notify: (notice: LinkNotice) => void;
  readonly onOpen: (
    link: SerialLink,
    device: SerialDevice,
    opening: Extract<Opening, { readonly kind: 'open' }>,
    settings: FullSettings,
  ) => void;
}

type Connected = Promise<Result<void, ConnectError>>;

/** The user's attempts at a connection: one at a time, each may be taken back. */
export interface Attempts {
  readonly underWay: () => Connected | undefined;
  /** Lets the user choose, opens what was chosen. */
  readonly choose: (link: SerialLink) => Connected;
  readonly open: (link: SerialLink, device: SerialDevice) => Connected;
  /** Takes the device that the last attempt found in another tab; without one the user chooses. */
  readonly takeOver: (link: SerialLink) => Connected;
  /** A device that opens afterwards is closed again. */
  readonly cancel: () => void;
}

export const createAttempts = (parts: AttemptParts): Attempts => {
  const { clock, keeper, dispatch, notify } = parts;
  let current: object | undefined;
  let connecting: Connected | undefined;
  let elsewhere: { readonly link: SerialLink; readonly device: SerialDevice } | undefined;

  const refuse = (cause: DisconnectCause, error: ConnectError): Result<void, ConnectError> => {
    dispatch({ kind: 'ended', cause });
    return err(error);
  };

  const openFailed = (message: string, busy: boolean): Result<void, ConnectError> => {
    notify(busy ? { kind: 'portBusy' } : { kind: 'openFailed', message });
    const cause: DisconnectCause = { kind: 'openFailed', message, busy };
    return refuse(cause, { kind: busy ? 'busy' : 'failed', message });
  };

  const run = async (
    link: SerialLink,
    choose: SerialLink['choose'],
    takeOver: boolean,
    isUnwanted: () => boolean,
  ): Connected => {
    const chosen = await choose();
    if (isUnwanted()) return err({ kind: 'cancelled' });
    if (!chosen.ok) {
      if (chosen.error.kind !== 'cancelled') return openFailed(chosen.error.message, false);
      return refuse({ kind: 'notChosen' }, { kind: 'cancelled' });
    }
    dispatch({ kind: 'deviceChosen' });
    const device = chosen.value;
    const settings = parts.portSettings(link, device);
    const wish = { link, device, settings, takeOver, isUnwanted };
    const opening = await openClaimed(clock, keeper, wish);
    if (isUnwanted()) return err({ kind: 'cancelled' });
    switch (opening.kind) {
      case 'late':
        return openFailed('The device did not answer in time.', false);
      case 'refused':
        return openFailed(opening.error.message, opening.error.kind === 'busy');
      case 'heldElsewhere': {
        elsewhere = { link, device };
        const told = { ...opening, kind: 'openElsewhere' } as const;
        notify(told);
        return refuse(told, { kind: 'openElsewhere' });
      }
      case 'open':
        parts.onOpen(link, device, opening, settings);
        return done;
    }
  };

  const start = (link: SerialLink, choose: SerialLink['choose'], takeOver = false): Connected => {
    elsewhere = undefined;
    const mine = {};
    current = mine;
    dispatch({ kind: 'connectAsked', linkId: link.id });
    const attempted = run(link, choose, takeOver, () => current !== mine).finally(() => {
      if (connecting === attempted) connecting = undefined;
    });
    connecting = attempted;
    return attempted;
  };

  const open = (link: SerialLink, device: SerialDevice, takeOver = false): Connected =>
    start(link, () => Promise.resolve(ok(device)), takeOver);

  return {
    underWay: () => connecting,
    choose: (link) => start(link, link.choose),
    open,
    takeOver: (link) =>
      elsewhere?.link === link
        ? open(link, elsewhere.device, true)
        : start(link, link.choose, true),
    cancel: () => {
      current = undefined;
      connecting = undefined;
    },
  };
};
