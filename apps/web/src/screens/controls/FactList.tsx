import type { ReactNode } from 'react';
import { Descriptions } from 'antd';
import { DASH } from '../../text/format.ts';

/** Fits the longest common labels, so that the values of a list are aligned. */
const LABEL_WIDTH = 160;

/** A list of labelled facts. A fact without a value is shown as a dash. */
export const FactList = ({
  facts,
}: {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}) => (
  <Descriptions
    column={1}
    size="small"
    colon={false}
    styles={{ label: { flex: 'none', width: LABEL_WIDTH, paddingInlineEnd: 12 } }}
    items={facts.map(([label, value]) => ({
      key: label,
      label,
      children: <bdi style={{ overflowWrap: 'anywhere' }}>{value || DASH}</bdi>,
    }))}
  />
);
