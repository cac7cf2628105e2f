import { useSearchParams } from 'react-router-dom';
import { CompareView } from './CompareView.tsx';
import { SessionDetails } from './SessionDetails.tsx';
import { SessionsList } from './SessionsList.tsx';
import { readView } from './sessions-view.ts';
import './sessions.css';
import './print.css';

/** Recorded sessions: the list, one of them, or two moments side by side, as the address says. */
export const SessionsScreen = () => {
  const [params] = useSearchParams();
  const view = readView(params);
  switch (view.kind) {
    case 'list':
      return <SessionsList />;
    case 'details':
      return <SessionDetails key={view.id} id={view.id} />;
    case 'compare':
      return <CompareView a={view.a} b={view.b} />;
  }
};
