import type { SessionInfo } from '@batbot/core';
import { DASH } from '../../text/format.ts';

/** What a session is called: the name a person gave it, else the pack's serial number, else the device. */
export const sessionTitle = ({ name, device, identity }: SessionInfo): string =>
  name === device ? (identity?.serial ?? device) : name;

/** Which pack it was, as far as it is known. */
export const packOf = ({ identity, device }: SessionInfo): string =>
  identity?.serial === undefined ? `${device} (serial number not read)` : identity.serial;

export const firstNote = ({ summary }: SessionInfo): string => summary?.firstNote ?? DASH;
