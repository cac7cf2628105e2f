import { newStep, type SequenceDraft } from './sequence.ts';

/** Offered where there is no sequence yet; it only asks. */
export const EXAMPLE_SEQUENCE: SequenceDraft = {
  name: 'Identify',
  steps: [
    newStep('AT'),
    newStep('ATI'),
    { ...newStep('AT+VB?'), expected: { kind: 'text', text: '+VB:' } },
    { ...newStep('AT+ADATA'), expected: { kind: 'text', text: '+ADATA:' } },
  ],
  loops: 1,
  pauseMs: 0,
};
