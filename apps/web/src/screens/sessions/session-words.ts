import type { SessionInfo } from '@batbot/core';
import { DASH } from '../../text/format.ts';

/** Returns the title of a session: the user's name for it, or the pack's serial number, or the device. */
export const sessionTitle = ({ name, device, identity }: SessionInfo): string =>
  name === device ? (identity?.serial ?? device) : name;

/** Names the pack of a session, as far as it is known. Of a device with several packs the session contains one. */
export const packOf = ({ identity, device, pack }: SessionInfo): string => {
  const number = pack === undefined ? '' : `, pack ${pack}`;
  return identity?.serial === undefined
    ? `${device}${number} (serial number not read)`
    : `${identity.serial}${number}`;
};

export const firstNote = ({ summary }: SessionInfo): string => summary?.firstNote ?? DASH;
