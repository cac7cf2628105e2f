import { memo } from 'react';
import { Button } from 'antd';
import { isSuspectTemperature, type KnownIdentity, type PackSample } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useHasAti } from '../../react/use-has-ati.ts';
import { useLive } from '../../react/use-live.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { DASH, counted, fixed, measured, uptimeText, withUnit } from '../../text/format.ts';
import { TabAnchor } from '../controls/TabAnchor.tsx';
import { FAULT_WORDS } from '../controls/fault-words.ts';
import { Facts, type Fact } from './Facts.tsx';
import { isHeld } from './held-values.ts';
import { Confirming, Inferred, LimitPassed, Older } from './marks.tsx';
import { celsiusText, rangeText } from './Metrics.tsx';
import { decimalsOf, evidenceOf, olderOf, type PackShown } from './pack-shown.ts';
import { SideCard } from './SideCard.tsx';

const CONTACTORS = [
  ['charge', 'Charge'],
  ['discharge', 'Discharge'],
  ['precharge', 'Precharge'],
] as const;

/** Shows which contactors are closed, and why one is open. */
export const Contactors = memo(({ pack }: { readonly pack: PackShown }) => {
  const { sample, reported, held } = pack;
  if (reported?.switches === undefined) return null;
  const { switches, protections } = sample;
  const isOpen = switches?.charge === false || switches?.discharge === false;
  const all = CONTACTORS.map(([key, name]) => {
    const isClosed = switches?.[key];
    const isOdd = isClosed === false && key !== 'precharge';
    const level = isClosed === true ? 'good' : isOdd ? 'watch' : undefined;
    const glyph = isClosed === undefined ? `${DASH} ` : isClosed ? '● ' : '○ ';
    const evidence = evidenceOf(pack, `switches ${key}`);
    return { name, isClosed, level, glyph, evidence } as const;
  });
  return (
    <SideCard
      title="Contactors"
      mark={<Older byMs={olderOf(pack, 'switches')} />}
      aside={isHeld(held, 'switches') && <Confirming />}
      isOpen={isOpen}
      summary={all.map(({ name, level, glyph }) => (
        <span key={name} data-level={level}>
          {glyph}
          {name}
        </span>
      ))}
    >
      <Facts
        facts={all.map(({ name, isClosed, level, glyph, evidence }): Fact => [
          name,
          isClosed === undefined ? (
            DASH
          ) : (
            <span key="state" data-level={level}>
              <span aria-hidden>{glyph}</span>
              {isClosed ? 'closed' : 'open'}
            </span>
          ),
          <Inferred key="inferred" name={name} evidence={evidence} />,
        ])}
      />
      {isOpen && (
        <p className="note">
          {protections.length === 0
            ? 'Open, and no protection is reported.'
            : `Open because: ${protections.map((fault) => FAULT_WORDS[fault].toLowerCase()).join(', ')}`}
        </p>
      )}
    </SideCard>
  );
});
Contactors.displayName = 'Contactors';

/** Maximum number of sensors that are shown as a list. More sensors are shown as a map. */
const MOST_IN_A_LINE = 8;

export const Temperatures = memo(({ pack }: { readonly pack: PackShown }) => {
  const { sample, reported, held, marks } = pack;
  if (reported === undefined || reported.temperaturesC.length === 0) return null;
  const celsius = sample.temperaturesC;
  const read = celsius.filter((each) => each !== null);
  const highest = Math.max(...read);
  const lowest = Math.min(...read);
  const isMap = celsius.length > MOST_IN_A_LINE;
  const range = read.length === 0 ? DASH : withUnit(rangeText(read), '°C');
  const suspects = celsius.filter((each) => each === null || isSuspectTemperature(each));
  return (
    <SideCard
      title="Temperatures"
      mark={
        <>
          <Inferred name="Temperatures" evidence={evidenceOf(pack, 'temperaturesC')} />
          <Older byMs={olderOf(pack, 'temperaturesC')} />
        </>
      }
      aside={<span className="push muted">{range}</span>}
      isOpen={read.length > 0 && suspects.length > 0}
      summary={range}
    >
      <ul className={isMap ? 'sensors__list sensors__list--map' : 'sensors__list'}>
        {celsius.map((each, index) => {
          const number = index + 1;
          const isSuspect = each !== null && isSuspectTemperature(each);
          const isOlder = isHeld(held, 'temperaturesC', number);
          const share =
            each === null || highest === lowest ? 0 : (each - lowest) / (highest - lowest);
          return (
            <li
              className="sensor"
              key={number}
              data-level={isSuspect || (each === null && read.length > 0) ? 'watch' : undefined}
              data-alarmed={marks.sensors.has(number)}
              style={isMap ? ({ '--share': share } as never) : undefined} // React's type of styles has no CSS variables
            >
              <span className="sensor__number" aria-hidden>
                {number}
              </span>
              <span role="group" aria-label={`Sensor ${number}`}>
                {each === null ? DASH : withUnit(celsiusText(each), '°C')}
              </span>
              {marks.sensors.has(number) && <LimitPassed />}
              {isOlder && <Confirming />}
              {!isOlder && isSuspect && <span className="tone-watch">check sensor</span>}
              {!isOlder && each === null && read.length > 0 && (
                <span className="tone-watch">not read</span>
              )}
            </li>
          );
        })}
      </ul>
    </SideCard>
  );
});
Temperatures.displayName = 'Temperatures';

/** Shows values that change slowly: health, capacities, counters. */
export const PackDetails = memo(({ pack }: { readonly pack: PackShown }) => {
  const { sample, reported, held } = pack;
  const unit = (value: number | undefined, digits: number, name: string): string =>
    value === undefined ? DASH : measured(value, digits, name);
  const digits = (place: keyof PackSample, most: number): number => decimalsOf(pack, place, most);
  const all = [
    ['State of health', unit(sample.sohPercent, digits('sohPercent', 1), '%'), 'sohPercent'],
    [
      'Design capacity',
      unit(sample.designCapacityAh, digits('designCapacityAh', 2), 'Ah'),
      'designCapacityAh',
    ],
    ['Remaining capacity', unit(sample.remainingAh, digits('remainingAh', 2), 'Ah'), 'remainingAh'],
    ['Cycles', fixed(sample.cycles, 0), 'cycles'],
    ['Uptime', sample.uptimeS === undefined ? DASH : uptimeText(sample.uptimeS), 'uptimeS'],
    ['Sequence no.', sample.sequence === undefined ? DASH : String(sample.sequence), 'sequence'],
  ] as const;
  const shown = all.filter(([, , key]) => reported?.[key] !== undefined);
  if (shown.length === 0) return null;
  const summary = [
    sample.sohPercent !== undefined &&
      `SoH ${unit(sample.sohPercent, digits('sohPercent', 1), '%')}`,
    sample.designCapacityAh !== undefined && unit(sample.designCapacityAh, 0, 'Ah'),
    sample.cycles !== undefined && counted(sample.cycles, 'cycle'),
  ];
  return (
    <SideCard title="Pack" summary={summary.filter((part) => part !== false).join(' · ')}>
      <Facts
        facts={shown.map(([name, text, key]): Fact => [
          name,
          text,
          <>
            {key !== 'uptimeS' && key !== 'sequence' && (
              <Inferred name={name} evidence={evidenceOf(pack, key)} />
            )}
            <Older byMs={olderOf(pack, key)} />
            {isHeld(held, key) && <Confirming />}
          </>,
        ])}
      />
    </SideCard>
  );
});
PackDetails.displayName = 'PackDetails';

const REFUSALS: Readonly<Record<Extract<KnownIdentity, { kind: 'refused' }>['outcome'], string>> = {
  ok: 'The reply to ATI was empty. Read it again.',
  error: 'This device does not support ATI.',
  unproven: 'The reply may answer an earlier command. Read it again.',
  streaming: 'The device keeps sending and did not answer ATI.',
  timeout: 'The device did not answer ATI.',
  lost: 'The device restarted before answering.',
  writeFailed: 'ATI could not be sent.',
};

/** Shows the serial number, hardware and firmware, which are read when the user requests it. */
export const DeviceIdentity = ({ canAsk }: { readonly canAsk: boolean }) => {
  const { identity } = useCore().telemetry;
  const known = useLive(identity.identity$);
  const mayAssets = useSignedIn()?.permissions.battAccess === true;
  const hasAti = useHasAti();
  if (known.kind === 'known') {
    const { model, hardware, firmware, serial } = known.identity;
    const facts: readonly Fact[] = (
      [
        ['Serial number', serial],
        ['Model', model],
        ['Hardware', hardware],
        ['Firmware', firmware],
      ] as const
    ).filter(([, text]) => text !== undefined);
    return (
      <SideCard title="Identity" summary={serial ?? model ?? ''}>
        {facts.length > 0 ? (
          <Facts facts={facts} />
        ) : (
          <p className="note">It answered: {known.raw.join(' / ')}</p>
        )}
        {serial !== undefined && mayAssets && (
          <TabAnchor tab="assets" className="note">
            Page of this pack
          </TabAnchor>
        )}
      </SideCard>
    );
  }
  return (
    <section className="card identity">
      <header className="card__head">
        <h2>Identity</h2>
        <span className="push muted" role="status">
          {known.kind === 'refused'
            ? REFUSALS[known.outcome]
            : hasAti
              ? 'Not read yet.'
              : 'Its profile has no AT commands.'}
        </span>
      </header>
      {hasAti && (
        <Button
          size="small"
          disabled={!canAsk}
          loading={known.kind === 'asking'}
          onClick={identity.ask}
        >
          Read identity (ATI)
        </Button>
      )}
    </section>
  );
};
