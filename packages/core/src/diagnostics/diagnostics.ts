import type { LineCountersController } from '../link/line-counters.ts';
import type { Link } from '../link/link-api.ts';
import type { Notices } from '../notifications/notices.ts';
import type { Clock } from '../ports/clock.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** Facts that only the host knows. They contain no personal data. */
export interface HostFacts {
  readonly product: string;
  readonly browser: string;
  readonly language: string;
  /** The size of the page in CSS pixels, and the number of screen pixels per CSS pixel. */
  readonly page: { readonly width: number; readonly height: number; readonly pixelRatio: number };
}

/**
 * The facts that support needs first, as JSON text for a file. The report takes only values of an allow list (ST-06):
 * kinds, counts, rates and versions. It contains neither user nor token, and nothing that was typed, received,
 * recorded, named or noted.
 */
export interface Diagnostics {
  readonly report: (host: HostFacts) => string;
}

export interface DiagnosticsParts {
  readonly link: Pick<Link, 'links' | 'connection$' | 'settings$' | 'diagnosis$'>;
  readonly lineCounters: Pick<LineCountersController, 'counters$'>;
  readonly telemetry: Pick<Telemetry, 'health$' | 'liveData$'>;
  readonly notices: Pick<Notices, 'latest'>;
  readonly clock: Pick<Clock, 'wallNow'>;
}

const connectionOf = ({ connection$ }: DiagnosticsParts['link']): object => {
  const state = connection$.value;
  switch (state.kind) {
    case 'connected': {
      const { linkId, usb } = state.device;
      const since = new Date(state.since).toISOString();
      return { kind: state.kind, linkId, usb, baudRate: state.baudRate, since };
    }
    case 'disconnected':
      return { kind: state.kind, cause: state.cause.kind, isAwaited: state.awaited !== undefined };
    case 'connecting':
      return { kind: state.kind, linkId: state.linkId, stage: state.stage };
    case 'disconnecting':
      return { kind: state.kind };
  }
};

const liveDataOf = ({ liveData$, health$ }: DiagnosticsParts['telemetry']): object => {
  const { answeredOfLast, sentOfLast, roundTripMs, rejected, timeouts, skipped, held } =
    health$.value;
  const polls = { answeredOfLast, sentOfLast, roundTripMs, rejected, timeouts, skipped, held };
  const lastRejection = health$.value.lastRejection?.error.kind;
  const data = liveData$.value;
  if (data.kind === 'none') return { polls, lastRejection };
  const { sample, understanding, ageMs, freshness } = data;
  const [cells, temperatures] = [sample.cellVoltagesV.length, sample.temperaturesC.length];
  const shown = { understanding: understanding.kind, ageMs, freshness, cells, temperatures };
  return { polls, lastRejection, shown };
};

export const createDiagnostics = (parts: DiagnosticsParts): Diagnostics => {
  const { link, lineCounters, telemetry, notices, clock } = parts;
  return {
    report: ({ product, browser, language, page: { width, height, pixelRatio } }) => {
      const { baudRate, notifyOnUnplug, reconnect, disconnectOnLogout } = link.settings$.value;
      const report = {
        batbot: 'diagnostics',
        version: 1,
        savedAt: new Date(clock.wallNow()).toISOString(),
        host: { product, browser, language, page: { width, height, pixelRatio } },
        ways: link.links.map(({ id, support }) => ({ id, support })),
        connection: connectionOf(link),
        settings: { baudRate, notifyOnUnplug, reconnect, disconnectOnLogout },
        diagnosis: link.diagnosis$.value.kind,
        line: lineCounters.counters$.value,
        liveData: liveDataOf(telemetry),
        notices: notices.latest(),
      };
      return JSON.stringify(report, null, 2);
    },
  };
};
