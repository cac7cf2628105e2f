import type { SessionInfo } from '@batbot/core';

/** Names the pack of a session, as far as it is known. Of a device with several packs the session contains one. */
export const packOf = ({ identity, device, pack }: SessionInfo): string => {
  const number = pack === undefined ? '' : `, pack ${pack}`;
  return identity?.serial === undefined
    ? `${device}${number} (serial number not read)`
    : `${identity.serial}${number}`;
};
