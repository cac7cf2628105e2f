import { OBJECT, readAs, type Core, type SessionInfo } from '@batbot/core';
import { makePieces } from '@batbot/core/uploads';
import {
  addEntry,
  BODY_BYTES,
  jsonBytes,
  lastMinutes,
  recordingEntry,
  type AttachedKind,
  type Attachments,
  type PackReport,
  type TicketChange,
} from '@batbot/core/tickets';
import { serialKey, type Asset, type Workspace } from '@batbot/core/workspace';
import { bytesText, dateTimeText } from '../../text/format.ts';
import { diagnosticsText } from '../controls/diagnostics-text.ts';
import { recordingProblem } from '../workspace/recording-problem.ts';

export interface PackFacts {
  readonly asset: Asset | undefined;
  readonly isConnected: boolean;
  /** What the connected pack reports now, if it is the pack of the complaint. */
  readonly live: PackReport | undefined;
  /** `live`, or without it what the pack reported while the draft was written. */
  readonly report: PackReport | undefined;
  /** The running recording of the connected pack, else the latest of this pack on this computer. */
  readonly session: SessionInfo | undefined;
  /** Whether it is known that this computer has no recording of the pack. */
  readonly hasNoSession: boolean;
}

/** The facts of a complaint without a pack. */
export const NO_FACTS: PackFacts = {
  asset: undefined,
  isConnected: false,
  live: undefined,
  report: undefined,
  session: undefined,
  hasNoSession: false,
};

/** Returns the session from which the last ten minutes are attached. */
export const sessionFor = (
  sessions: readonly SessionInfo[],
  runningId: string | undefined,
  serial: string,
): SessionInfo | undefined =>
  sessions.find(({ id }) => id === runningId) ??
  sessions.find(
    ({ identity, samples }) =>
      samples > 0 && serial !== '' && serialKey(identity?.serial ?? '') === serialKey(serial),
  );

/** Returns what is known of a pack, in the form of the API. Active protections are a part of their own. */
const knownOf = ({ asset, report }: PackFacts) => {
  const kept = asset?.snapshot && {
    ...asset.snapshot,
    at: new Date(asset.snapshot.at).toISOString(),
  };
  const snapshot: Readonly<Record<string, unknown>> | undefined = report?.snapshot ?? kept;
  const { faults, ...values } = snapshot ?? {};
  return {
    snapshot: snapshot && values,
    at: report?.at ?? asset?.snapshot?.at,
    faults: Array.isArray(faults) ? faults.map(String) : undefined,
    firmware: report?.firmware ?? asset?.firmware,
    parameters: asset?.parameters,
  };
};

/** Maximum size of the parameters in an entry, in bytes. 20 kB are more than the other parts of its body need. */
const PARAMETERS_BYTES = BODY_BYTES - 20_000;

/** Returns why a known part cannot be attached. */
export const whyNotAttached = (
  facts: PackFacts,
): Readonly<Partial<Record<AttachedKind, string>>> => {
  const bytes = jsonBytes(knownOf(facts).parameters ?? {});
  if (bytes <= PARAMETERS_BYTES) return {};
  return {
    parameters: `too large to attach (${bytesText(bytes)}). They are on the page of the pack.`,
  };
};

/** Describes each part that can be attached; undefined if nothing is known of it. */
export const describeAttached = (
  facts: PackFacts,
): Readonly<Record<AttachedKind, string | undefined>> => {
  const { at, faults, firmware, parameters } = knownOf(facts);
  const { session } = facts;
  return {
    snapshot: at === undefined ? undefined : `as of ${dateTimeText(at)}`,
    faults: faults && (faults.length === 0 ? 'none reported' : `${faults.length} active`),
    recording: session && `started ${dateTimeText(session.startedAt)}`,
    firmware,
    parameters: parameters && `${parameters.schemaName}, read ${dateTimeText(parameters.at)}`,
    diagnostics: 'browser, version, connection and recent errors',
  };
};

/** Returns the body of the entry that contains the chosen parts. */
export const attachmentsOf = (
  facts: PackFacts,
  wants: (kind: AttachedKind) => boolean,
  core: Pick<Core, 'diagnostics'>,
): Attachments => {
  const { snapshot, faults, firmware, parameters } = knownOf(facts);
  const barred = whyNotAttached(facts);
  const of = <T>(kind: AttachedKind, value: T): T | undefined =>
    wants(kind) && barred[kind] === undefined ? value : undefined;
  return {
    snapshot: of('snapshot', snapshot),
    faults: of('faults', faults),
    firmware: of('firmware', firmware),
    parameters: of('parameters', parameters && { ...parameters }),
    diagnostics: of('diagnostics', readAs(OBJECT, JSON.parse(diagnosticsText(core)))),
  };
};

/** Returns the entry with the last ten minutes of a session; a sentence if it cannot be read. */
export const recordingChange = async (
  ticketId: string,
  id: string,
  session: SessionInfo,
  { core, workspace }: { readonly core: Core; readonly workspace: Workspace },
): Promise<TicketChange | string> => {
  const opened = await core.recording.open(session.id);
  if (!opened.ok) return recordingProblem(opened.error);
  const { part, durationS } = lastMinutes(opened.value);
  const names = { id, assetId: ticketId, name: session.name };
  const made = await makePieces(part, names, workspace.tools, () => Promise.resolve(true));
  if (!made.ok)
    return 'The recording is too large to attach. Deselect it, and upload it from Sessions.';
  const { body, data } = recordingEntry(made.value, durationS);
  return addEntry(ticketId, 'RECORDING', body, { id, data });
};
