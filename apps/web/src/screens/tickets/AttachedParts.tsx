import { Button, Checkbox, Flex, Form } from 'antd';
import { ATTACHED, type AttachedKind } from '@batbot/core/tickets';
import { useCore } from '../../react/core-context.tsx';
import { useConnected, useIdentity } from '../../react/use-connected.ts';
import { useHasAti } from '../../react/use-has-ati.ts';
import { describeAttached, whyNotAttached, type PackFacts } from './attachments.ts';
import { ATTACHED_WORDS } from './ticket-words.ts';
import { useFollow } from './use-pack-facts.ts';

/** Reads serial number and values of a connected pack that are not known yet. */
const ReadButtons = ({ facts }: { readonly facts: PackFacts }) => {
  const { telemetry } = useCore();
  const isConnected = useConnected();
  const { serial } = useIdentity();
  const { isReading, read } = useFollow();
  const hasAti = useHasAti();
  if (!isConnected) return null;
  if (serial === undefined) {
    if (!hasAti) return null;
    return (
      <Button size="small" onClick={() => telemetry.identity.ask()}>
        Read serial number of the connected device
      </Button>
    );
  }
  return facts.isConnected && facts.live === undefined ? (
    <Button size="small" loading={isReading} onClick={read}>
      Read live values of SN {serial}
    </Button>
  ) : null;
};

const missingText = (kind: AttachedKind, { hasNoSession }: PackFacts): string =>
  kind === 'recording' && hasNoSession
    ? 'none with this serial number on this computer'
    : 'not known';

/**
 * Lists the parts that are attached to a complaint automatically. The user can deselect each part. An unknown part is
 * shown as unknown, and one that is too large with its size.
 */
export const AttachedParts = ({
  facts,
  takenOff,
  onChange,
}: {
  readonly facts: PackFacts;
  readonly takenOff: readonly string[];
  readonly onChange: (takenOff: readonly string[]) => void;
}) => {
  const texts = describeAttached(facts);
  const barred = whyNotAttached(facts);
  const isOffered = (kind: AttachedKind): boolean =>
    texts[kind] !== undefined && barred[kind] === undefined;
  return (
    <Form.Item label="Attached">
      <Flex vertical gap={4}>
        {ATTACHED.map((kind) => (
          <Checkbox
            key={kind}
            disabled={!isOffered(kind)}
            checked={isOffered(kind) && !takenOff.includes(kind)}
            onChange={({ target }) => {
              const others = takenOff.filter((each) => each !== kind);
              onChange(target.checked ? others : [...others, kind]);
            }}
          >
            {ATTACHED_WORDS[kind]}:{' '}
            <span className="hint">{barred[kind] ?? texts[kind] ?? missingText(kind, facts)}</span>
          </Checkbox>
        ))}
        <div>
          <ReadButtons facts={facts} />
        </div>
      </Flex>
    </Form.Item>
  );
};
