import type { ComponentType } from 'react';
import { ChecksPanel } from '../checks/ChecksPanel.tsx';
import { LinePanel } from '../line/LinePanel.tsx';
import { CommandsPanel } from '../palette/CommandsPanel.tsx';
import { SequencesPanel } from '../sequences/SequencesPanel.tsx';
import type { SideId, SideProps } from './SideRail.tsx';

const PANELS: Readonly<Record<SideId, ComponentType<SideProps>>> = {
  commands: CommandsPanel,
  sequences: SequencesPanel,
  checks: ChecksPanel,
  line: LinePanel,
};

export const SideBody = ({ id, ...props }: SideProps & { readonly id: SideId }) => {
  const Panel = PANELS[id];
  return <Panel {...props} />;
};
