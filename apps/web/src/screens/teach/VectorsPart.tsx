import { Button } from 'antd';
import { toHexText } from '@batbot/core';
import {
  checkProfile,
  readVector,
  valuesOf,
  type Profile,
  type ProfileTest,
} from '@batbot/core/profiles';
import { JsonPart, type InvalidTexts, type OnInvalid } from './JsonPart.tsx';
import { givenTo, type LastReply } from './use-replies.ts';

interface Props {
  readonly profile: Profile;
  readonly shown: LastReply | undefined;
  readonly onChange: (profile: Profile) => void;
  /** Applies a changed profile given as JSON. Returns why it was refused, or undefined. */
  readonly onRaw: (raw: unknown) => string | undefined;
  readonly invalid: InvalidTexts;
  readonly onInvalid: OnInvalid;
}

type NamedTest = ProfileTest & { readonly name: string };

/** Returns the vectors with names that differ: a name tells which vector an invalid text belongs to. */
const withNames = (tests: readonly ProfileTest[]): readonly NamedTest[] => {
  const taken = new Set<string>();
  return tests.map((vector, index) => {
    const plain = vector.name ?? `Vector ${index + 1}`;
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain} (${number})`;
    taken.add(name);
    return { ...vector, name };
  });
};

/** Creates a test vector from a reply, with the values that the profile reads now as expected values. */
const vectorOf = (profile: Profile, shown: LastReply): ProfileTest => {
  const { bytes, poll } = givenTo(profile, shown);
  const plain = {
    name: `Capture ${profile.tests.length + 1}`,
    ...(poll === undefined ? {} : { poll }),
    bytes: `hex: ${toHexText(bytes)}`,
    origin: 'real',
    expect: {},
  } as const;
  const packs = readVector(profile, plain);
  const [first] = packs;
  if (first === undefined) return plain;
  if (packs.length === 1) return { ...plain, expect: valuesOf(first) };
  const named = packs.map(
    (pack, index) => [pack.pack ?? String(index + 1), valuesOf(pack)] as const,
  );
  return { ...plain, packs: Object.fromEntries(named) };
};

/** Edits the test vectors and shows the result of each. */
export const VectorsPart = ({ profile, shown, onChange, onRaw, invalid, onInvalid }: Props) => {
  const tests = withNames(profile.tests);
  return (
    <>
      <p>
        A test vector is a reply with the values that must be read from it. A profile that fails one
        of its vectors is not used.
      </p>
      <ul className="stack">
        {tests.map((vector, index) => {
          const { name, ...parts } = vector;
          const problems = checkProfile({ ...profile, tests: [vector] });
          const label = `Expected values of ${name}`;
          return (
            <li key={index}>
              <div className="row teach__head">
                <b>{name}</b>
                <span className={problems.length === 0 ? 'tone-good' : 'tone-act'}>
                  {problems.length === 0 ? '✓ Passed' : '✕ Failed'}
                </span>
                <Button
                  size="small"
                  aria-label={`Remove ${name}`}
                  onClick={() => {
                    onInvalid(label, undefined);
                    onChange({ ...profile, tests: tests.toSpliced(index, 1) });
                  }}
                >
                  Remove
                </Button>
              </div>
              {problems.map(({ value, expected, read }) => (
                <p key={value} className="tone-act">
                  ✕ {value} must be {expected}, but the profile reads {read}
                </p>
              ))}
              <JsonPart
                label={label}
                value={parts}
                invalid={invalid}
                onInvalid={onInvalid}
                onValue={(raw) =>
                  onRaw({
                    ...profile,
                    tests: tests.with(index, { ...Object(raw), name } as NamedTest),
                  })
                }
              />
            </li>
          );
        })}
      </ul>
      <Button
        disabled={shown === undefined}
        onClick={() => {
          if (shown !== undefined)
            onChange({
              ...profile,
              tests: withNames([...tests, vectorOf(profile, shown)]),
            });
        }}
      >
        Add the current capture
      </Button>
    </>
  );
};
