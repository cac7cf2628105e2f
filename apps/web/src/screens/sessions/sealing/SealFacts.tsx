import type { SealDraft, SealStatement } from '@batbot/core/sealing';
import { sealCautions, sealFacts } from './seal-words.ts';

/** Shows the content of a seal: session, pack, device, technician and time. */
export const SealFacts = ({ said }: { readonly said: SealDraft | SealStatement }) => (
  // Focusable, so that keys scroll it if the dialog is too small.
  <div className="stack" role="region" aria-label="What the seal says" tabIndex={0}>
    <dl className="seal__facts stack stack-8">
      {sealFacts(said).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
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
