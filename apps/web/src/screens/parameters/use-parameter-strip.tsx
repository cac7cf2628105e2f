import { useEffect, useState, type ReactNode } from 'react';
import { Button } from 'antd';
import { createLive, mayOpen, type TabId } from '@batbot/core';
import type { DeviceParameters, UnfinishedWrite, UnreadableRows } from '@batbot/core/parameters';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useServices } from '../../react/core-context.tsx';
import { useTabOpening } from '../../react/tab-opening.ts';
import { useLive } from '../../react/use-live.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { whenIdle } from '../../react/when-idle.ts';
import { counted } from '../../text/format.ts';
import type { Strip } from '../controls/strip.ts';
import { useParametersState } from './use-parameters.ts';
import { WAYS_ON, type WayOn } from './ways-on.ts';

// Loaded on demand, because the dialog is rarely needed.
const UnfinishedModal = lazyPart(
  async () => (await import('./UnfinishedModal.tsx')).UnfinishedModal,
);

/** The tabs that write parameters, the most complete one first. */
const TABS: readonly TabId[] = ['config', 'smartConfig', 'romeoConfig'];

const NONE = createLive<readonly UnfinishedWrite[] | undefined>(undefined).live;
const READ = createLive<UnreadableRows>({ unreadable: [] }).live;

/** Returns the strip of unfinished writes that are not readable; undefined if there are none. */
const unreadableStrip = (
  parameters: DeviceParameters,
  { unreadable: [serial], problem }: UnreadableRows,
): Strip | undefined => {
  if (serial === undefined && problem === undefined) return undefined;
  return {
    id: 'parameters',
    tone: 'watch',
    glyph: '▲',
    help: 'unfinishedWrite',
    text:
      serial === undefined
        ? `This browser cannot read whether a write is not complete: ${problem}`
        : `A write to SN ${serial} is not complete, and this browser cannot read its values. Connect the pack, read its parameters, and check each value.`,
    ...(serial !== undefined && {
      actions: (
        <Button size="small" onClick={() => parameters.abandon(serial)}>
          Leave it as it is
        </Button>
      ),
    }),
  };
};

/**
 * Returns the strip of the newest write that has not ended, and the dialog that it opens. Loads the writes when the page
 * is idle, so that Home does not wait for their code [PAGE-349].
 */
export const useParameterStrip = (): {
  readonly strip: Strip | undefined;
  readonly dialog: ReactNode;
} => {
  const { parameters$, loadParameters, clock } = useServices();
  const parameters = useLive(parameters$);
  useEffect(
    // If the code does not load, the next screen that needs it tries again.
    () => whenIdle(clock, () => void loadParameters().catch(() => undefined)),
    [loadParameters, clock],
  );
  const [write] = useLive(parameters?.unfinished$ ?? NONE) ?? [];
  const unreadable = useLive(parameters?.unreadable$ ?? READ);
  const state = useParametersState();
  const permissions = useSignedIn()?.permissions;
  const { open } = useTabOpening();
  const [way, setWay] = useState<WayOn>();
  const tab = permissions && TABS.find((each) => mayOpen(each, permissions));
  if (parameters === undefined || tab === undefined || 'confirmed' in state)
    return { strip: undefined, dialog: undefined };
  if (write === undefined)
    return { strip: unreadableStrip(parameters, unreadable), dialog: undefined };
  const { serial, sent, changes, isRollBack, isElsewhere } = write;
  return {
    strip: {
      id: 'parameters',
      tone: 'watch',
      glyph: '▲',
      help: 'unfinishedWrite',
      text: `${isRollBack ? 'The roll back of' : 'A write to'} SN ${serial} is not complete: at most ${sent} of ${counted(changes.length, 'value')} sent, not all confirmed. Connect the pack, then read and compare.`,
      ...(isElsewhere && { note: 'Another tab works on it.' }),
      actions: !isElsewhere && (
        <>
          <Button
            size="small"
            onClick={() => {
              void parameters.compareUnfinished();
              open(tab);
            }}
          >
            Read and compare
          </Button>
          {(['rollBack', 'finish'] as const).map((each) => (
            <Button key={each} size="small" onClick={() => setWay(each)}>
              {WAYS_ON[each]}
            </Button>
          ))}
        </>
      ),
    },
    dialog: way !== undefined && (
      <UnfinishedModal
        write={write}
        way={way}
        parameters={parameters}
        onClose={(isStarted) => {
          setWay(undefined);
          if (isStarted) open(tab);
        }}
      />
    ),
  };
};
