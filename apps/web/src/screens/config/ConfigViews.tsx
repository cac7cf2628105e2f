import { useNavigate } from 'react-router-dom';
import { tabPath } from '../../react/paths.ts';
import { Choices } from '../controls/Choices.tsx';

const VIEWS = [
  { value: '', label: 'Device' },
  { value: '/standards', label: 'Standards' },
  { value: '/batch', label: 'Batch' },
];

/** Switches between the pages of Configuration. */
export const ConfigViews = ({ shown }: { readonly shown: '' | '/standards' | '/batch' }) => {
  const navigate = useNavigate();
  return (
    <Choices
      aria-label="View"
      value={shown}
      options={VIEWS}
      onChange={(view) => void navigate(`${tabPath('config')}${view}`)}
    />
  );
};

/** The title of a page of Configuration, with the switch to the others. */
export const ConfigHead = ({
  title,
  ...views
}: { readonly title: string } & Parameters<typeof ConfigViews>[0]) => (
  <header className="page__head">
    <h1>{title}</h1>
    <ConfigViews {...views} />
  </header>
);
