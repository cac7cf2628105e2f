import { Alert } from 'antd';
import type { SealDraft, SealStatement } from '@batbot/core/sealing';
import { FactList } from '../../controls/FactList.tsx';
import { sealCautions, sealFacts } from './seal-words.ts';

/** Shows the content of a seal: session, pack, device, technician and time. */
export const SealFacts = ({ said }: { readonly said: SealDraft | SealStatement }) => (
  // Focusable, so that keys scroll it if the dialog is too small.
  <div className="stack" role="region" aria-label="What the seal says" tabIndex={0}>
    <FactList facts={sealFacts(said)} />
    {sealCautions(said).map((caution) => (
      <Alert key={caution} type="warning" showIcon title={caution} />
    ))}
  </div>
);
