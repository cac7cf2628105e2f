import { isScrapped } from '@batbot/core/workspace';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button, Flex } from 'antd';
import { mayOpen } from '@batbot/core';
import {
  deviceSet,
  differencesOf,
  shownValue,
  type ParameterSchema,
} from '@batbot/core/parameters';
import { tabPath } from '../../react/paths.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { counted, dateTimeText, isoDate } from '../../text/format.ts';
import { UNREAD } from '../controls/collection/LoadNotes.tsx';
import { SmallTable } from '../controls/SmallTable.tsx';
import { AssignModal } from '../parameters/AssignModal.tsx';
import { publishable, PublishModal } from '../parameters/PublishModal.tsx';
import { ChangeList } from '../parameters/ChangeList.tsx';
import { useStandards } from '../parameters/use-standards.ts';
import type { AssetSectionProps } from './asset-section.ts';

/** Says how many values differ from the standard, or why they cannot be compared with it. */
const comparisonText = (
  schema: ParameterSchema | undefined,
  isSameSchema: boolean,
  count: number,
): string => {
  if (schema === undefined) return 'Its schema is not known here, so it is not compared.';
  if (!isSameSchema)
    return 'The parameters were read with another version of its schema, so they are not compared. Read them again.';
  return count === 0
    ? '✓ All values are those of the standard.'
    : `▲ ${counted(count, 'value')} must change to reach the standard:`;
};

/** Shows the last parameters of a pack, and how they differ from its standard. */
export const AssetParameters = ({ asset }: AssetSectionProps) => {
  const { parameters } = asset;
  const standards = useStandards();
  const permissions = useSignedIn()?.permissions;
  const navigate = useNavigate();
  const [open, setOpen] = useState<'publish' | 'assign'>();
  const close = (): void => setOpen(undefined);
  const mayPublish = permissions?.uploadConfig === true;
  const mayRead = permissions !== undefined && mayOpen('config', permissions);
  const standard = standards.standardOf(asset);
  const readWith = parameters && { name: parameters.schemaName, hash: parameters.schemaHash };
  const schema = readWith && standards.schemaOf(readWith);
  const isSameSchema = readWith?.hash === standard?.set.schema.hash;
  const differences =
    parameters && standard && schema && isSameSchema
      ? differencesOf(schema, parameters.values, standard.set.values)
      : [];
  const set =
    parameters &&
    readWith &&
    deviceSet({
      name: `${parameters.schemaName} ${isoDate(parameters.at)}`,
      schema: readWith,
      values: parameters.values,
      device: asset,
      at: parameters.at,
    });
  return (
    <Flex vertical gap="small">
      <p>
        {parameters === undefined
          ? `No parameters were read yet.${mayRead ? ' Plug in the cable of this pack and read them in Configuration.' : ''}`
          : `Read ${dateTimeText(parameters.at)} with the schema “${parameters.schemaName}”.`}
      </p>
      <p role="status">
        {standard === undefined &&
          (standards.isComplete ? 'No standard is assigned to this pack.' : UNREAD)}
        {standard !== undefined && (
          <>
            Standard: “
            {mayRead ? (
              <Link to={`${tabPath('config')}/standards/${standard.document.id}`}>
                {standard.document.name}
              </Link>
            ) : (
              standard.document.name
            )}
            ”. {parameters && comparisonText(schema, isSameSchema, differences.length)}
          </>
        )}
      </p>
      <ChangeList changes={differences} />
      <Flex gap="small" wrap>
        {mayRead && (
          <Button
            size="small"
            onClick={() => void navigate(`${tabPath('config')}?compare=standard&group=all`)}
          >
            Open Configuration
          </Button>
        )}
        {mayPublish && set !== undefined && (
          <Button size="small" onClick={() => setOpen('publish')}>
            Publish as a standard…
          </Button>
        )}
        {mayPublish && !isScrapped(asset) && (
          <Button size="small" onClick={() => setOpen('assign')}>
            Assign a standard…
          </Button>
        )}
      </Flex>
      {parameters !== undefined && schema !== undefined && (
        <SmallTable
          dataSource={schema.parameters.filter(({ key }) => key in parameters.values)}
          columns={[
            { title: 'Parameter', dataIndex: 'label' },
            {
              title: 'Value',
              render: (_, each) => shownValue(each, parameters.values[each.key]),
            },
          ]}
        />
      )}
      {open === 'publish' && set !== undefined && (
        <PublishModal
          set={schema === undefined ? set : publishable(set, schema)}
          standards={standards}
          onClose={close}
        />
      )}
      {open === 'assign' && <AssignModal pack={asset} standards={standards} onClose={close} />}
    </Flex>
  );
};
