import type { SessionInfo } from '@batbot/core';
import { DASH } from '../../text/format.ts';

/** Returns the title of a session: the user's name for it, or the pack's serial number, or the device. */
export const sessionTitle = ({ name, device, identity }: SessionInfo): string =>
  name === device ? (identity?.serial ?? device) : name;

export const firstNote = ({ summary }: SessionInfo): string => summary?.firstNote ?? DASH;
