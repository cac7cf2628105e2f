import type { ReactNode } from 'react';
import { Alert } from 'antd';

interface Props {
  readonly name: string;
  /** The current step of the run. */
  readonly place: string;
  readonly isHalted?: boolean;
  /** Whether screen readers announce a change of the step. */
  readonly isAnnounced?: boolean;
  /** A control that opens or stops the run. */
  readonly children: ReactNode;
}

/** Shows a running sequence or check while its panel is not visible. */
export const RunBadge = ({ name, place, isHalted = false, isAnnounced, children }: Props) => (
  <Alert
    banner
    role="presentation"
    type={isHalted ? 'error' : 'info'}
    showIcon={false}
    title={
      <>
        <span aria-hidden>{isHalted ? '■' : '●'}</span> <strong>{name}</strong>{' '}
        <span role={isAnnounced === true ? 'status' : undefined}>{place}</span>
      </>
    }
    action={children}
  />
);
