import { useState, type FunctionComponent } from 'react';
import { Button, Flex } from 'antd';
import { accountsOf, type Asset } from '@batbot/core/workspace';
import { lazyPart } from '../../react/lazy-part.tsx';
import { counted, dateTimeText, withUnit } from '../../text/format.ts';
import { DetailTabs } from '../controls/collection/DetailTabs.tsx';
import { nameText } from '../workspace/change-words.ts';
import { FactList } from '../controls/FactList.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { AssetTickets } from '../tickets/lazy-parts.tsx';
import { snapshotFacts } from '../workspace/snapshot-facts.ts';
import { Timeline } from '../workspace/Timeline.tsx';
import { useHistory } from '../workspace/use-history.ts';
import { useRows } from '../workspace/use-workspace.ts';
import { AssetParameters } from './AssetParameters.tsx';
import { AssetRecordings } from './AssetRecordings.tsx';
import { ASSET_TEXT_FIELDS, assetTexts } from './asset-form.ts';
import type { AssetSectionProps } from './asset-section.ts';
import { OwnerDialog } from './OwnerDialog.tsx';

// Loaded when it is shown.
const AssetFirmware = lazyPart(
  async () => (await import('../install/AssetFirmware.tsx')).AssetFirmware,
  <p role="status">Loading…</p>,
);

const Snapshot = ({ asset: { snapshot } }: { readonly asset: Asset }) => {
  if (snapshot === undefined)
    return (
      <p>No snapshot yet. Connect this pack: a button above the list then saves what it reports.</p>
    );
  const faults = snapshot.faults ?? [];
  return (
    <Flex vertical gap={8}>
      <p>As of {dateTimeText(snapshot.at)}.</p>
      {faults.length > 0 && (
        <ProblemAlert
          help="protectionActive"
          title={`Active protections: ${faults.map(nameText).join(', ')}`}
        />
      )}
      <FactList facts={snapshotFacts(snapshot)} />
    </Flex>
  );
};

/** Moves the unit of a label, as in "Design capacity, Ah", to its value. */
const factOf = (label: string, text: string): readonly [string, string] => {
  const [name = label, unit] = label.split(', ');
  return [name, unit === undefined || text === '' ? text : withUnit(text, unit)];
};

const Facts = ({ asset }: { readonly asset: Asset }) => {
  const texts = assetTexts(asset);
  const owner = [asset.ownerName, asset.clientName].filter(Boolean).join(', ');
  return (
    <FactList
      facts={[
        ['State', nameText(asset.state)],
        ...ASSET_TEXT_FIELDS.map(({ key, label }) => factOf(label, texts[key])),
        ['Owner', owner],
      ]}
    />
  );
};

const AssetTimeline = ({ asset, history }: AssetSectionProps) => (
  <Timeline history={history} id={asset.id} waiting={asset.waiting} />
);

/** The sections of a pack's page, in order. */
const SECTIONS: readonly {
  readonly key: string;
  readonly label: string;
  readonly Section: FunctionComponent<AssetSectionProps>;
}[] = [
  { key: 'snapshot', label: 'Last snapshot', Section: Snapshot },
  { key: 'facts', label: 'Facts', Section: Facts },
  { key: 'parameters', label: 'Parameters', Section: AssetParameters },
  { key: 'timeline', label: 'Timeline', Section: AssetTimeline },
  { key: 'recordings', label: 'Recordings', Section: AssetRecordings },
  { key: 'tickets', label: 'Tickets', Section: AssetTickets },
  { key: 'firmware', label: 'Firmware', Section: AssetFirmware },
];

/** The details of a pack in sections, such as its last snapshot, its facts and its changes. */
export const AssetDetails = ({
  asset,
  tab,
  onTab,
  onEdit,
}: {
  readonly asset: Asset;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  readonly onEdit: () => void;
}) => {
  const history = useHistory('asset', asset.version === undefined ? undefined : asset.id);
  const [isMoving, setMoving] = useState(false);
  const refused = asset.waiting.filter(({ answer }) => answer !== undefined).length;
  const others = accountsOf(useRows()[0]).filter(
    ({ id, active }) => active && id !== asset.ownerId,
  );
  return (
    <>
      <Flex gap="small" wrap>
        <Button onClick={onEdit}>Edit facts</Button>
        {others.length > 0 && <Button onClick={() => setMoving(true)}>Move…</Button>}
      </Flex>
      {asset.waiting.length > 0 && (
        <p role="status">
          {refused === 0
            ? `◌ ${counted(asset.waiting.length, 'change')} not on the server yet.`
            : `▲ The server has not accepted ${counted(refused, 'change')}: decide above the list of packs.`}
        </p>
      )}
      <DetailTabs
        tab={tab}
        onTab={onTab}
        items={SECTIONS.map(({ key, label, Section }) => ({
          key,
          label,
          children: <Section asset={asset} history={history} />,
        }))}
      />
      {isMoving && <OwnerDialog asset={asset} accounts={others} onClose={() => setMoving(false)} />}
    </>
  );
};
