import { combineLatest, map, of, startWith, switchMap } from 'rxjs';
import { createLive, readAs, type Core, type Live } from '@batbot/core';
import type { FirmwareInstall } from '@batbot/core/firmware';
import {
  createDeviceParameters,
  PARAMETER_SCHEMA,
  type DeviceParameters,
  type KnownSchema,
} from '@batbot/core/parameters';
import {
  createDeviceReports,
  documentsOf,
  type DeviceReport,
  type Workspace,
} from '@batbot/core/workspace';
import { writeInput } from '../adapters/graphql/report-inputs.ts';
import { createPieceTools } from '../adapters/browser/piece-tools.ts';
import { composeInstall } from './compose-install.ts';
import { rowsOf, tabLockOf, wakeLockOf, type HostParts } from './host-parts.ts';

export interface ParametersHostParts extends HostParts {
  readonly core$: Live<Core | undefined>;
  readonly workspace$: Live<Workspace | undefined>;
  /** Loads the workspace if a report needs it. */
  readonly loadWorkspace: () => Promise<void>;
}

/** Returns the released schemas of the account server. Each document is read once. */
const schemasOf = (workspace$: Live<Workspace | undefined>) => {
  const read = new Map<string, KnownSchema | undefined>();
  const known = (hash: string | undefined, body: unknown): KnownSchema | undefined => {
    if (hash === undefined) return undefined;
    if (!read.has(hash)) {
      const schema = readAs(PARAMETER_SCHEMA, body);
      read.set(hash, schema && { schema, hash, origin: 'server' });
    }
    return read.get(hash);
  };
  return workspace$.pipe(
    switchMap((workspace) =>
      workspace === undefined
        ? of([])
        : combineLatest([workspace.rows$, workspace.outbox.items$]).pipe(
            map(([rows, items]) =>
              documentsOf(rows, items, 'PARAMETER_SCHEMA')
                .filter(({ state }) => state === 'RELEASED')
                .flatMap(({ hash, body }) => known(hash, body) ?? []),
            ),
          ),
    ),
    startWith([]),
  );
};

/**
 * Composes the parameters and the firmware installs of the connected device for the signed-in user; undefined without a
 * user.
 */
export const composeParameters = (
  parts: ParametersHostParts,
): {
  readonly parameters$: Live<DeviceParameters | undefined>;
  readonly install$: Live<FirmwareInstall | undefined>;
} => {
  const { core$, workspace$, clock, page, lock } = parts;
  const clear = rowsOf(page, clock, 'batbot-device');
  const store = lock?.encryptRows(clear) ?? clear;
  const tabs = tabLockOf(page, clock, 'batbot-device-tabs');
  const keepAwake = wakeLockOf(page);
  const submit = createDeviceReports({
    workspace$,
    store,
    clock,
    randomBytes: (count) => page.crypto.getRandomValues(new Uint8Array(count)),
  });
  const log = (report: DeviceReport): void => {
    parts.loadWorkspace().catch(() => undefined); // without the workspace, nothing is reported to the server
    submit(report);
  };
  const parameters = createLive<DeviceParameters | undefined>(undefined);
  core$.subscribe((core) => {
    parameters.live.value?.dispose();
    const user = core?.session.state$.value;
    const next =
      core === undefined || user?.kind !== 'signedIn'
        ? undefined
        : createDeviceParameters({
            ...core,
            clock,
            keepAwake,
            store,
            tabs,
            hasher: createPieceTools(page.crypto.subtle),
            userId: user.user.userid,
            schemas$: schemasOf(workspace$),
            onReport: (report) => {
              log({
                userId: user.user.userid,
                serial: report.identity.serial,
                kind: 'reportWrite',
                input: writeInput(report, page.crypto.randomUUID()),
              });
            },
          });
    parameters.set(next);
  });
  const parameters$ = parameters.live;
  const trustedKeys = parts.config.firmwareKeys ?? [];
  return {
    parameters$,
    install$: composeInstall({ ...parts, parameters$, keepAwake, store, trustedKeys, log }),
  };
};
