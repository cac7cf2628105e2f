import { useEffect, useRef, useState } from 'react';
import { Button, Modal } from 'antd';
import { printable, toHexText, type Identification, type IdentifyEnd } from '@batbot/core';
import type { ProbeStep } from '@batbot/core/profiles';
import { useFocusReturn } from '../../react/use-focus-return.ts';
import { counted } from '../../text/format.ts';
import { GLYPHS } from '../../text/glyphs.ts';

interface Props {
  /** The probes in the order in which they are sent. */
  readonly plan: readonly ProbeStep[];
  /** Sends the probes one by one until an answer proves which device is connected. */
  readonly run: (onStep: (index: number) => void) => Identification;
  readonly onUse: (profileId: string) => void;
  /** Reads the device without a profile; undefined if this is so already. */
  readonly onUseDefault?: (() => void) | undefined;
  readonly onClose: () => void;
}

const PARITY = { none: 'N', even: 'E', odd: 'O' } as const;

export const lineText = ({ baud, dataBits, parity, stopBits }: ProbeStep['line']): string =>
  `${baud} baud, ${dataBits}${PARITY[parity]}${stopBits}`;

/** Formats bytes as one character each, as in the text column of a hex view. */
const textOf = (bytes: Uint8Array): string =>
  printable(Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : '·')).join(''));

const Bytes = ({ sends }: Pick<ProbeStep, 'sends'>) =>
  sends.length === 0 ? (
    <span className="probe__bytes">Listens only: nothing is sent.</span>
  ) : (
    <ol className="probe__bytes" aria-label="Bytes sent">
      {sends.map((bytes, index) => (
        <li key={index}>
          <code>{textOf(bytes)}</code>
          <code>{toHexText(bytes)}</code>
        </li>
      ))}
    </ol>
  );

const STATES = {
  waiting: { glyph: GLYPHS.idle, word: 'not tried' },
  trying: { glyph: '…', word: 'trying' },
  silent: { glyph: '–', word: 'no answer' },
  found: { glyph: GLYPHS.good, word: 'answered' },
} as const;

const stateOf = (index: number, at: number, end: IdentifyEnd | undefined): keyof typeof STATES => {
  if (end?.kind === 'found' && end.index === index) return 'found';
  if (index > at) return 'waiting';
  if (index < at || end?.kind === 'none') return 'silent';
  return end === undefined ? 'trying' : 'waiting';
};

const familiesIn = (plan: readonly ProbeStep[]): number =>
  new Set(plan.map(({ profileId }) => profileId)).size;

const endText = (end: IdentifyEnd, plan: readonly ProbeStep[], hasDefault: boolean): string => {
  switch (end.kind) {
    case 'found': {
      const step = plan[end.index];
      return step === undefined
        ? ''
        : `Answered: ${step.profileName}, at ${lineText(step.line)}. The port stays open at this rate.`;
    }
    case 'none':
      return `No device answered: none of the ${counted(familiesIn(plan), 'kind')} above is connected, or it is off. The port settings are as before.${hasDefault ? ' For a device that answers AT+ADATA, use the default.' : ''}`;
    case 'stopped':
      return 'Stopped. The port settings are as before.';
    case 'lost':
      return 'The connection ended before a device answered.';
  }
};

/**
 * Identifies the connected device. The modal lists every probe, and sends them one by one after the user presses Start.
 */
export const IdentifyModal = ({ plan, run, onUse, onUseDefault, onClose }: Props) => {
  useFocusReturn();
  const [at, setAt] = useState(-1);
  const [end, setEnd] = useState<IdentifyEnd>();
  const [running, setRunning] = useState<Identification>();
  const list = useRef<HTMLOListElement>(null);
  const isRunning = running !== undefined && end === undefined;
  const found = end?.kind === 'found' ? plan[end.index] : undefined;
  const current = plan[at];

  useEffect(() => {
    const probe = list.current?.children[at];
    if (!(probe instanceof HTMLElement)) return;
    // `scrollIntoView` would scroll the dialog too.
    list.current?.scrollTo({ top: probe.offsetTop - probe.offsetHeight });
  }, [at]);
  useEffect(
    () => () => {
      running?.stop(); // the modal was closed during the identification
    },
    [running],
  );

  const start = async (): Promise<void> => {
    setEnd(undefined);
    setAt(-1);
    const identification = run(setAt);
    setRunning(identification);
    setEnd(await identification.ended);
  };

  return (
    <Modal
      open
      centered
      title="Identify the device"
      width={720}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={isRunning ? running.stop : onClose}>
            {isRunning ? 'Stop' : 'Close'}
          </Button>
          {end?.kind === 'none' && onUseDefault !== undefined && (
            <Button onClick={onUseDefault}>Use the default (AT+ADATA)</Button>
          )}
          {found === undefined && (
            <Button type="primary" loading={isRunning} onClick={() => void start()}>
              {end === undefined ? 'Start' : 'Try again'}
            </Button>
          )}
          {found !== undefined && (
            <Button type="primary" onClick={() => onUse(found.profileId)}>
              Use this profile
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <p>
          These probes are sent in this order until a device answers for sure. Each only reads, but
          an unknown device may read its bytes as one of its own commands. Nothing is sent before
          you press Start. The port is opened again at each rate.
        </p>
        <ol className="identify__probes lined" aria-label="Probes" ref={list}>
          {plan.map((step, index) => {
            const state = stateOf(index, at, end);
            return (
              <li
                className="probe"
                key={`${step.profileId} ${lineText(step.line)}`}
                data-state={state}
              >
                <span>
                  <span aria-hidden>{STATES[state].glyph}</span>
                  <span className="visually-hidden">{STATES[state].word}: </span>
                </span>
                <span className="probe__name">{step.profileName}</span>
                <span className="probe__line">{lineText(step.line)}</span>
                <Bytes sends={step.sends} />
              </li>
            );
          })}
        </ol>
        <p className="identify__result" role="status" data-end={end?.kind}>
          {end !== undefined
            ? endText(end, plan, onUseDefault !== undefined)
            : isRunning && current !== undefined
              ? `Probe ${at + 1} of ${plan.length}: ${current.profileName}…`
              : ''}
        </p>
      </div>
    </Modal>
  );
};
