import type { ReactNode } from 'react';
import { DASH } from '../../text/format.ts';
import './fact-list.css';

/** A list of labelled facts. A fact without a value is shown as a dash. */
export const FactList = ({
  facts,
}: {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}) => (
  <table className="fact-list">
    <tbody>
      {facts.map(([label, value]) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>
            <bdi>{value || DASH}</bdi>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
