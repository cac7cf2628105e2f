import { done, err, ok, type Result } from '../prelude/result.ts';
import type { PortSettings, SerialDevice, SerialLink } from '../ports/serial-link.ts';
import type { ConnectionEvent, DisconnectCause } from './connection.ts';
import type { ConnectError, LinkNotice } from './link-api.ts';
import type { LineFormat } from './port-options.ts';
import { giveBack, type Opening, type OpenRequest } from './open-port.ts';

/** All settings of a port. No field is left to the default of a platform. */
export type FullSettings = Required<PortSettings>;

export interface AttemptParts {
  readonly openPort: (request: OpenRequest) => Promise<Opening>;
  readonly portSettings: (link: SerialLink, device: SerialDevice) => FullSettings;
  readonly dispatch: (event: ConnectionEvent) => void;
  readonly notify: (notice: LinkNotice) => void;
  readonly onOpen: (request: OpenRequest, opening: Extract<Opening, { kind: 'open' }>) => void;
}

type Connected = Promise<Result<void, ConnectError>>;

export interface AttemptOptions {
  /** The device to open without asking the user to choose. */
  readonly device?: SerialDevice;
  /** Takes over the device that the last attempt found open in another tab. */
  readonly takeOver?: boolean;
  /** The line format to use instead of the saved one. */
  readonly format?: Partial<LineFormat>;
}

/** The attempts of the user to connect: one at a time, and each can be cancelled. */
export const createAttempts = (parts: AttemptParts) => {
  const { dispatch, notify } = parts;
  /** Identifies the current attempt. */
  let token: object | undefined;
  let connecting: Connected | undefined;
  let elsewhere: { readonly link: SerialLink; readonly device: SerialDevice } | undefined;

  const refuse = (cause: DisconnectCause, error: ConnectError): Result<void, ConnectError> => {
    dispatch({ kind: 'ended', cause });
    return err(error);
  };

  const openFailed = (message: string, busy: boolean): Result<void, ConnectError> => {
    notify(busy ? { kind: 'portBusy' } : { kind: 'openFailed', message });
    return refuse({ kind: 'openFailed', busy }, { kind: busy ? 'busy' : 'failed', message });
  };

  const attempt = async (
    link: SerialLink,
    device: SerialDevice | undefined,
    { takeOver = false, format }: AttemptOptions,
    isCancelled: () => boolean,
  ): Connected => {
    const chosen = await (device === undefined ? link.choose() : ok(device));
    if (isCancelled()) return err({ kind: 'cancelled' });
    if (!chosen.ok) {
      if (chosen.error.kind !== 'cancelled') return openFailed(chosen.error.message, false);
      return refuse({ kind: 'notChosen' }, { kind: 'cancelled' });
    }
    dispatch({ kind: 'deviceChosen' });
    const settings = { ...parts.portSettings(link, chosen.value), ...format };
    const request = { link, device: chosen.value, settings, takeOver, isCancelled };
    const opening = await parts.openPort(request);
    if (isCancelled()) {
      if (opening.kind === 'open') await giveBack(opening);
      return err({ kind: 'cancelled' });
    }
    switch (opening.kind) {
      case 'late':
        return openFailed('The device did not answer in time.', false);
      case 'refused':
        return openFailed(opening.error.message, opening.error.kind === 'busy');
      case 'heldElsewhere': {
        elsewhere = { link, device: chosen.value };
        const notice = { ...opening, kind: 'openElsewhere' } as const;
        notify(notice);
        return refuse(notice, { kind: 'openElsewhere' });
      }
      case 'open':
        parts.onOpen(request, opening);
        return done;
    }
  };

  return {
    current: (): Connected | undefined => connecting,
    begin: (link: SerialLink, options: AttemptOptions = {}): Connected => {
      const { device, takeOver = false } = options;
      const known = takeOver && elsewhere?.link === link ? elsewhere.device : device;
      elsewhere = undefined;
      const mine = {};
      token = mine;
      dispatch({ kind: 'connectAsked', linkId: link.id });
      const attempted = attempt(link, known, options, () => token !== mine).finally(() => {
        if (connecting === attempted) connecting = undefined;
      });
      connecting = attempted;
      return attempted;
    },
    /** Cancels the attempt. A port that opens afterwards is closed again. */
    cancel: (): void => {
      token = undefined;
      connecting = undefined;
    },
  };
};
