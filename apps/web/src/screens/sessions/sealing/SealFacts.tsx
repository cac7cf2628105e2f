import type { SealDraft, SealStatement } from '@batbot/core/sealing';
import { sealCautions, sealFacts } from './seal-words.ts';

/** What a seal says: session, pack, device, technician, and when. */
export const SealFacts = ({ said }: { readonly said: SealDraft | SealStatement }) => (
  // Has the focus where the dialog scrolls, so that keys scroll it.
  <div className="seal__said" role="region" aria-label="What the seal says" tabIndex={0}>
    <dl className="seal__facts">
      {sealFacts(said).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
    {sealCautions(said).map((caution) => (
      <p key={caution} className="sessions__warning">
        ▲ {caution}
      </p>
    ))}
  </div>
);
