import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { lazyPart } from '../../react/lazy-part.tsx';
import { rowPath } from '../../react/paths.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { dateTimeText } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  textColumn,
  timeColumn,
  type Column,
  type State,
} from '../controls/collection/collection-types.ts';
import { FactList } from '../controls/FactList.tsx';
import { TabHint } from '../controls/TabHint.tsx';
import { useStandards } from '../parameters/use-standards.ts';
import { nameText } from '../workspace/change-words.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useLoadState } from '../workspace/use-workspace.ts';
import { romeoRows, type RomeoRow } from './romeo-rows.ts';
import { firmwareText, RomeoFacts, STATE_TAGS, STATE_TEXTS, wantedText } from './romeo-words.tsx';

// Loaded when it is opened.
const AddDevice = lazyPart(async () => (await import('./AddDevice.tsx')).AddDevice);

const kindOf = ({ device }: RomeoRow): string => nameText(device.kind);

const COLUMNS: readonly Column<RomeoRow>[] = [
  textColumn('serial', 'Serial number', ({ device }) => device.serial, { width: 180 }),
  textColumn('kind', 'Kind', kindOf, { width: 108 }),
  textColumn('firmware', 'Firmware', firmwareText, { width: 108 }),
  timeColumn('seen', 'Last contact', ({ device }) => device.seenAt, 172),
  textColumn('wanted', 'Wanted', wantedText),
  timeColumn('reported', 'Reported', ({ device }) => device.parameters?.at, 172),
  textColumn('state', 'State', ({ state }) => STATE_TEXTS[state], {
    render: ({ state }) => STATE_TAGS[state],
    width: 148,
  }),
  timeColumn('since', 'Pending since', ({ since }) => since, 172),
];

const STATES: readonly State<RomeoRow>[] = [
  {
    key: 'due',
    label: 'To be applied',
    matches: ({ state }) => state === 'differs' || state === 'unknown',
  },
  { key: 'expired', label: 'Expired', matches: ({ state }) => state === 'expired' },
];
const FILTERS = [{ key: 'kind', label: 'Kind', of: kindOf }];
const searchOf = ({ device }: RomeoRow): string =>
  [device.serial, device.model, device.installedIn, device.clientName].filter(Boolean).join(' ');

/** Lists the OBD and Romeo devices with their wanted and their reported configuration. */
export const RomeoListScreen = () => {
  const standards = useStandards();
  const { workspace } = standards;
  const rows = useMemo(() => romeoRows(standards), [standards]);
  const load = useLoadState(standards.state);
  const mayAdd = useSignedIn()?.permissions.battAccess === true;
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <TabHint tab="romeoList" />
      <Collection<RomeoRow>
        title="Romeo List"
        noun="device"
        rows={rows}
        load={load}
        name={({ device }) => device.serial}
        meta={(row) => [kindOf(row), STATE_TEXTS[row.state], wantedText(row)].join(' · ')}
        columns={COLUMNS}
        defaultSort="serial"
        search={searchOf}
        searchLabel="Serial, model, client"
        states={STATES}
        filters={FILTERS}
        notice={<SyncNotes list="asset" />}
        primary={
          mayAdd &&
          workspace !== undefined && { label: 'Add a device', onClick: () => setAdding(true) }
        }
        empty={{
          text: mayAdd
            ? 'No OBD or Romeo devices yet. Add one by its serial number: this works without network too.'
            : 'No OBD or Romeo devices yet. Somebody with access to the assets adds them.',
        }}
        detail={(row) => (
          <>
            <FactList
              facts={[
                ['State', STATE_TAGS[row.state]],
                ['Kind', kindOf(row)],
                ['Firmware', firmwareText(row)],
                ['Installed in', row.device.installedIn],
                ['Last contact', row.device.seenAt && dateTimeText(row.device.seenAt)],
                [
                  'Parameters reported',
                  row.device.parameters && dateTimeText(row.device.parameters.at),
                ],
              ]}
            />
            <h3>Configuration</h3>
            <RomeoFacts row={row} standards={standards} />
            <Link to={rowPath('romeoConfig', row.device.id)}>Change what is wanted</Link>
          </>
        )}
      />
      {isAdding && workspace !== undefined && (
        <AddDevice packs={standards.packs} onClose={() => setAdding(false)} />
      )}
    </>
  );
};
