import { useParams } from 'react-router-dom';
import { SessionDetails } from './SessionDetails.tsx';
import { SessionsList } from './SessionsList.tsx';
import './sessions.css';
import './print.css';

/** Recorded sessions: the list, or the one that the address names. */
export const SessionsScreen = () => {
  const { id } = useParams();
  return id === undefined ? <SessionsList /> : <SessionDetails key={id} id={id} />;
};
