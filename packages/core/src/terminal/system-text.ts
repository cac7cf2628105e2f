import type { Traffic } from '../link/traffic.ts';

const failed = (failure: string | undefined): string =>
  failure === undefined ? '' : `, not done: ${failure}`;

/**
 * Returns the text of a system line of the log. The first five texts are fixed by the specification (sections 4 and 8).
 */
export const systemText = (traffic: Traffic): string | undefined => {
  switch (traffic.kind) {
    case 'opened':
      return 'Connected';
    case 'gap':
      return `Device is back; nothing was received for ${(traffic.ms / 1_000).toFixed(1)} s`;
    case 'closed':
      return traffic.cause.kind === 'unplugged' ? 'OBD disconnected' : 'Disconnected';
    case 'readError':
      return `Read error: ${traffic.message}`;
    case 'closeFailed':
      return `Disconnect failed: ${traffic.message}`;
    case 'glitch':
      return `Read error: ${traffic.message === '' ? traffic.name : traffic.message}`;
    case 'restarted':
      return 'The device restarted';
    case 'signals': {
      const moves = Object.entries(traffic.signals).map(
        ([name, isOn]) => `${name.toUpperCase()} ${isOn ? 'on' : 'off'}`,
      );
      return `${moves.join(', ')}${failed(traffic.failure)}`;
    }
    case 'break':
      return `Break of ${String(traffic.ms)} ms${failed(traffic.failure)}`;
    case 'transfer':
      return `Transfer: ${String(traffic.sentBytes)} bytes sent, ${String(traffic.receivedBytes)} received in ${(traffic.ms / 1_000).toFixed(1)} s`;
    case 'sent':
    case 'received':
    case 'urc':
      return undefined;
  }
};
