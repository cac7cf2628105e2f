import { Tag } from 'antd';
import { parameterTexts, type ParameterSchema } from '@batbot/core/parameters';
import { counted, DASH, dateTimeText } from '../../text/format.ts';
import { audienceText } from '../parameters/target-options.ts';
import type { Standards } from '../parameters/use-standards.ts';
import type { RomeoRow, RomeoState, WantedValue } from './romeo-rows.ts';

export const STATE_TEXTS: Readonly<Record<RomeoState, string>> = {
  unread: 'Not read yet',
  none: 'Nothing wanted',
  same: 'As wanted',
  differs: 'Differs',
  unknown: 'Not confirmed',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
};

export const STATE_TAGS = {
  unread: <Tag>? {STATE_TEXTS.unread}</Tag>,
  none: <Tag>{STATE_TEXTS.none}</Tag>,
  same: <Tag color="success">✓ {STATE_TEXTS.same}</Tag>,
  differs: <Tag color="warning">▲ {STATE_TEXTS.differs}</Tag>,
  unknown: <Tag>? {STATE_TEXTS.unknown}</Tag>,
  expired: <Tag>◌ {STATE_TEXTS.expired}</Tag>,
  withdrawn: <Tag>◌ {STATE_TEXTS.withdrawn}</Tag>,
} as const;

export const wantedText = ({ wanted }: RomeoRow): string => wanted?.standard.document.name ?? DASH;

/**
 * Returns the firmware of a device: the one that was installed or entered, and the one that the device reported with its
 * parameters if that is another one. Which of them is newer is not known.
 */
export const firmwareText = ({ device }: RomeoRow): string | undefined => {
  const { firmware, parameters } = device;
  const reported = parameters?.firmware;
  if (firmware === undefined || reported === undefined) return firmware ?? reported;
  return firmware === reported ? firmware : `${firmware}, reported ${reported}`;
};

const valueText = (
  schema: ParameterSchema | undefined,
  { key, wanted, reported }: WantedValue,
): string => {
  const { label, shown } = parameterTexts(schema, key);
  return `${label}: wanted ${shown(wanted)}, reported ${shown(reported)}`;
};

/** Describes the wanted and the reported configuration of a device, with each value that differs. */
export const RomeoFacts = ({
  row,
  standards,
}: {
  readonly row: RomeoRow;
  readonly standards: Standards;
}) => {
  const { wanted, ended, differing, state, since } = row;
  if (wanted === undefined) return <p>No configuration is set for this device.</p>;
  const { assetId, expiresAt } = wanted.assignment;
  const schema = standards.schemaOf(wanted.standard.set.schema);
  return (
    <>
      <p>
        Wanted: <bdi>{wanted.standard.document.name}</bdi>,{' '}
        {counted(Object.keys(wanted.standard.set.values).length, 'value')}
        {expiresAt !== undefined &&
          `, ${ended === 'expired' ? 'expired on' : 'until'} ${dateTimeText(expiresAt)}`}
        .
        {assetId === undefined &&
          ` It was set for the devices of ${audienceText(wanted.assignment, standards)}.`}
      </p>
      {ended === 'expired' && (
        <p>It is not applied any more. Set it again if it is still wanted.</p>
      )}
      {ended === 'withdrawn' && (
        <p>This configuration was withdrawn, so it is not applied any more.</p>
      )}
      {(state === 'differs' || state === 'unknown') && (
        <p role="status">
          {state === 'differs'
            ? counted(differing.length, 'value differs', 'values differ')
            : `${counted(differing.length, 'value')} not known`}
          {since !== undefined && ` since ${dateTimeText(since)}`}. The configuration is applied in
          Romeo Config while the device is connected by cable.
        </p>
      )}
      {differing.length > 0 && (
        <ul aria-label="Values that differ">
          {differing.map((each) => (
            <li key={each.key}>{valueText(schema, each)}</li>
          ))}
        </ul>
      )}
    </>
  );
};
