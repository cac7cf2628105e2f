import { Segments } from '../../controls/Segments.tsx';
import { withKeys } from '../keys/shortcuts.ts';

export type TerminalView = 'log' | 'transactions';

const VIEWS = [
  ['log', 'Log'],
  ['transactions', 'Transactions'],
] as const;

/** Lines as they came, or commands and what became of them. */
export const ViewSwitch = ({
  view,
  onChoose,
}: {
  readonly view: TerminalView;
  readonly onChoose: (view: TerminalView) => void;
}) => (
  <span title={withKeys('Lines as they came, or one row per command', 'view')}>
    <Segments legend="View" options={VIEWS} value={view} onChoose={onChoose} isSmall />
  </span>
);
