import { BAUD_RATES, encodeCommand, type Link } from '@batbot/core';

/** A harmless command: devices reply OK without doing anything. */
const ATTENTION = 'AT';

/**
 * Tries the baud rates, the current rate first, until the device replies, and returns that rate. Returns undefined if
 * no rate gets a reply, and restores the previous rate. Stops when the connection ends.
 */
export const findRate = async (
  link: Pick<Link, 'connection$' | 'reopenAt' | 'execute'>,
  onTry: (rate: number) => void,
): Promise<number | undefined> => {
  const { value: before } = link.connection$;
  if (before.kind !== 'connected') return undefined;
  const present = before.baudRate;
  for (const rate of [present, ...BAUD_RATES.filter((each) => each !== present).toReversed()]) {
    onTry(rate);
    if (rate !== present && !(await link.reopenAt(rate)).ok) return undefined;
    const outcome = await link.execute({
      text: ATTENTION,
      bytes: encodeCommand(ATTENTION, 'crlf'),
      origin: 'user',
    });
    if (outcome.kind === 'ok' || outcome.kind === 'error') return rate;
    if (outcome.kind === 'notConnected') return undefined;
  }
  await link.reopenAt(present);
  return undefined;
};
