import { useEffect, useState } from 'react';
import { Alert, Form, Input } from 'antd';
import { plainLine } from '@batbot/core';
import {
  sharedValues,
  usableValues,
  valuesHash,
  type ParameterSchema,
  type ParameterSet,
} from '@batbot/core/parameters';
import { whenWanted } from '../../react/when-wanted.ts';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import type { Standard, Standards } from './use-standards.ts';

/** Returns the published set with the same values; undefined if there is none. */
const useSame = (set: ParameterSet, { sets, workspace }: Standards): Standard | undefined => {
  const [same, setSame] = useState<Standard>();
  useEffect(() => {
    const find = async (): Promise<Standard | undefined> => {
      if (workspace === undefined) return undefined;
      const published = sets.filter(({ document }) => document.state === 'RELEASED');
      const [own, ...others] = await Promise.all(
        [set, ...published.map((each) => each.set)].map(({ schema, values }) =>
          valuesHash(schema.hash, values, workspace.tools),
        ),
      );
      return published[others.findIndex((each) => each === own)];
    };
    return whenWanted(find(), setSame);
  }, [set, sets, workspace]);
  return same;
};

/**
 * Returns a set without the values that cannot be written to another device, such as its serial number or its
 * calibration.
 */
export const publishable = (set: ParameterSet, schema: ParameterSchema): ParameterSet => ({
  ...set,
  values: sharedValues(schema, usableValues(schema, set.values).values),
});

/** Publishes a set of values as a standard. Values that are published already make no new version. */
export const PublishModal = ({
  set,
  standards,
  onClose,
}: {
  readonly set: ParameterSet;
  readonly standards: Standards;
  /** Receives the new standard; undefined if no standard was published. */
  readonly onClose: (document?: { readonly id: string; readonly name: string }) => void;
}) => {
  const [id] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState(set.name);
  const same = useSame(set, standards);
  const name = plainLine(typed);
  return (
    <ChangeDialog
      title="Publish as a standard"
      okText="Publish"
      help="changeRefused"
      isReady={name !== '' && same === undefined}
      change={() => ({
        target: `document:${id}`,
        kind: 'publishDocument',
        input: { id, kind: 'PARAMETER_SET', name, body: { ...set, name }, state: 'RELEASED' },
      })}
      onClose={(isSaved) => onClose(isSaved ? { id, name } : undefined)}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label="Name"
          htmlFor="standard-name"
          extra="With the name of a published standard, this becomes its next version."
        >
          <Input
            id="standard-name"
            maxLength={80}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Form.Item>
      </Form>
      {same !== undefined && (
        <Alert
          type="info"
          showIcon
          title={`These values are published already, as “${same.document.name}”. No new version is needed.`}
        />
      )}
    </ChangeDialog>
  );
};
