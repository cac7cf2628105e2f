import { Link } from 'react-router-dom';
import { TEACH_PATH } from '../../react/paths.ts';

/** The device was not known: what its replies mean was drafted from the replies themselves. */
export const Drafted = () => (
  <div className="waiting" data-tone="watch" role="status">
    <p>
      <span aria-hidden>▲ </span>This device was not known. What its values mean was told by its
      replies: <Link to={TEACH_PATH}>look it over and save it</Link>.
    </p>
  </div>
);
