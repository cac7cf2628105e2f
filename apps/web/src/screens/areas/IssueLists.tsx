import { useAccount } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';

const LISTS = [
  { field: 'customerContent', title: 'Customer issues' },
  { field: 'serviceContent', title: 'Service issues' },
] as const;

/** The issue categories the server gave for this user. */
export const IssueLists = () => {
  const categories = useLive(useAccount().popover.alertCategories$);
  const shown = LISTS.filter(({ field }) => categories[field].length > 0);
  if (shown.length === 0) return null;
  return (
    <div className="area__lists">
      {shown.map(({ field, title }) => (
        <section className="card" key={field} aria-labelledby={`issues-${field}`}>
          <h2 id={`issues-${field}`}>{title}</h2>
          <ul className="area__issues">
            {categories[field].map((issue) => (
              <li key={issue.id}>{issue.title}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};
