import { Button } from 'antd';
import { Link } from 'react-router-dom';
import type { LiveSample } from '@batbot/core';
import { TEACH_PATH } from '../../react/paths.ts';

const wordsOf = (understanding: LiveSample['understanding']): string => {
  switch (understanding.kind) {
    case 'native':
      return 'All values are reported in the native dialect.';
    case 'profile':
      return `All values are reported as the profile “${understanding.profile.name}” defines.`;
    case 'inferred':
      return 'Values marked ∴ are inferred from names, units and sums in the replies.';
  }
};

interface Props {
  /** Undefined before the first reply. */
  readonly understanding: LiveSample['understanding'] | undefined;
  readonly onReply: () => void;
}

/** Shows how the values are known, and opens the raw reply and the page that assigns meanings. */
export const Source = ({ understanding, onReply }: Props) => (
  <section className="card source row" aria-label="Source of the values">
    {understanding !== undefined && <p>{wordsOf(understanding)}</p>}
    <Button size="small" onClick={onReply}>
      Raw reply
    </Button>
    <Link to={TEACH_PATH}>Teach this device</Link>
  </section>
);
