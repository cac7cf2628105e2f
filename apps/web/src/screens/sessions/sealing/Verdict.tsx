import { breakText, type OwnVerdict } from '@batbot/core/sealing';
import { counted } from '../../../text/format.ts';
import { SealFacts } from './SealFacts.tsx';
import { SignerLine } from './SignerLine.tsx';
import { CONVERSIONS, UNREADABLE } from './seal-words.ts';

interface Props {
  readonly verdict: OwnVerdict;
  readonly onName: (fingerprint: string, name: string) => Promise<boolean>;
}

type Of<Kind extends OwnVerdict['kind']> = Extract<OwnVerdict, { readonly kind: Kind }>;

const Holds = ({ verdict, onName }: { readonly verdict: Of<'holds'> } & Pick<Props, 'onName'>) => {
  const { statement, fingerprint } = verdict.file;
  const isKnown = verdict.signer.kind !== 'unknown';
  return (
    <>
      {isKnown ? (
        <p className="seal__verdict" data-tone="good" role="status">
          ✓ Unchanged since it was sealed
        </p>
      ) : (
        <p className="seal__verdict" data-tone="watch" role="status">
          ▲ Seal valid, key unknown
        </p>
      )}
      {verdict.conversions.map((each) => (
        <p key={each}>{CONVERSIONS[each]}</p>
      ))}
      <SignerLine
        signer={verdict.signer}
        fingerprint={fingerprint}
        onName={(name) => onName(fingerprint, name)}
      />
      {!isKnown && <h3>Claims:</h3>}
      <SealFacts said={statement} />
    </>
  );
};

const Broken = ({ verdict }: { readonly verdict: Of<'broken'> }) => (
  <>
    <p className="seal__verdict" data-tone="act" role="alert">
      ✕ Changed since it was sealed
    </p>
    <ul
      className="stack"
      style={{ paddingLeft: 20, gap: 4, listStyle: 'disc' }}
      aria-label="What was changed"
    >
      {verdict.breaks.map((each) => (
        <li key={JSON.stringify(each)}>{breakText(each)}</li>
      ))}
      {verdict.more > 0 && <li>And {counted(verdict.more, 'more place', 'more places')}.</li>}
    </ul>
    <p>
      Do not rely on this file. Ask for it again, packed as a zip file, so that nothing converts it.
    </p>
    {verdict.file !== undefined && (
      <section className="stack stack-8 muted" aria-label="What it says of itself">
        <h3>Claims (not proved):</h3>
        <SealFacts said={verdict.file.statement} />
      </section>
    )}
  </>
);

/** Shows the verdict on a sealed file by glyph, words and colour. */
export const Verdict = ({ verdict, onName }: Props) => {
  switch (verdict.kind) {
    case 'holds':
      return <Holds verdict={verdict} onName={onName} />;
    case 'broken':
      return <Broken verdict={verdict} />;
    case 'unreadable':
      return (
        <p className="seal__verdict" data-tone="watch" role="alert">
          ▲ {UNREADABLE[verdict.reason]}
        </p>
      );
    case 'noCrypto':
      return (
        <p className="seal__verdict" data-tone="watch" role="alert">
          ▲ Files can only be checked over https. Open this page by its https address, or use batbot
          verify on a command line.
        </p>
      );
  }
};
