import { useCallback, useMemo, useState } from 'react';
import { withoutValues, type HeldValue, type PackSample } from '@batbot/core';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { useMedia } from '../../react/use-media.ts';
import { LineAdvice } from '../controls/LineAdvice.tsx';
import { NoDevice } from '../controls/NoDevice.tsx';
import { Widget } from '../controls/Widget.tsx';
import { marksOf, NO_MARKS } from './alarm-marks.ts';
import { Cells } from './Cells.tsx';
import { Facts, type Fact } from './Facts.tsx';
import { History } from './History.tsx';
import { Metrics } from './Metrics.tsx';
import { PackChoice } from './PackChoice.tsx';
import { Older } from './marks.tsx';
import { evidenceIn, NOTHING_OLDER, olderOf, type PackShown } from './pack-shown.ts';
import { PHONE } from './SideCard.tsx';
import { Contactors, DeviceIdentity, PackDetails, Temperatures } from './SidePanels.tsx';
import { Source } from './Source.tsx';
import { VerdictBar } from './VerdictBar.tsx';
import './home.css';

const CellDrawer = lazyPart(async () => (await import('./CellDrawer.tsx')).CellDrawer);
const ReplyDrawer = lazyPart(async () => (await import('./ReplyDrawer.tsx')).ReplyDrawer);

/**
 * The sample before the first reply. It shows names and dashes, so that the layout does not move at the first reply.
 */
const NOTHING: PackSample = {
  alarms: [],
  protections: [],
  cellVoltagesV: [],
  temperaturesC: [],
};
const NOTHING_HELD: readonly HeldValue[] = [];

type Open = { readonly kind: 'cell'; readonly number: number } | { readonly kind: 'reply' };

/**
 * The pack with its verdict, values and history. The age of the data changes twice a second; the values are rendered
 * once per reply. After an unplug the last values stay, in grey [OBD-151].
 */
export const HomeScreen = () => {
  const { link, telemetry, recording, alarms, verdict } = useCore();
  const connection = useLive(link.connection$);
  const data = useLive(telemetry.liveData$);
  const kept = useLive(verdict.kept$);
  const health = useLive(telemetry.health$);
  const trend = useLive(verdict.trend$);
  const series = useLive(recording.history$);
  const raised = useLive(alarms.raised$);
  const [open, setOpen] = useState<Open>();
  const isPhone = useMedia(PHONE);

  const live = data.kind === 'sample' ? data : undefined;
  const source = live ?? kept?.data;
  const isExpired = live?.freshness === 'expired';
  const isCurrent = live !== undefined && !isExpired;
  const isNow = isCurrent && live.freshness !== 'stale';
  const freshness = live?.freshness ?? (kept === undefined ? 'none' : 'kept');
  const isConnected = connection.kind === 'connected';
  const { findings } = useLive(verdict.verdict$);
  const marks = useMemo(() => (isCurrent ? marksOf(raised) : NO_MARKS), [isCurrent, raised]);
  const reported = source?.sample;
  const understanding = source?.understanding;
  const olderByMs = (isExpired ? undefined : source?.olderByMs) ?? NOTHING_OLDER;
  const decimals = source?.decimals;
  const held = isCurrent ? live.held : NOTHING_HELD;
  const pack = useMemo((): PackShown => {
    const sample = reported ?? NOTHING;
    const shown = isExpired ? withoutValues(sample) : sample;
    const evidence = evidenceIn(understanding);
    return { sample: shown, reported, held, marks, trend, findings, evidence, olderByMs, decimals };
  }, [reported, understanding, olderByMs, decimals, isExpired, held, marks, trend, findings]);

  const openCell = useCallback((number: number): void => setOpen({ kind: 'cell', number }), []);
  const openReply = useCallback((): void => setOpen({ kind: 'reply' }), []);
  const close = useCallback((): void => setOpen(undefined), []);
  const history = source !== undefined && (
    <Widget name="The charts">
      <History series={series} pack={pack} isCurrent={isNow} isPhone={isPhone} />
    </Widget>
  );
  return (
    <section className="page home stack">
      <h1 className="visually-hidden">Home</h1>
      <VerdictBar data={data} kept={kept} health={health} onCell={openCell} onReply={openReply} />
      <LineAdvice />
      {source === undefined && !isConnected ? (
        <NoDevice
          connection={connection}
          text="Connect a device to see live data every 2 seconds."
        />
      ) : (
        <div className="home__pack stack" data-freshness={freshness}>
          {source?.pack !== undefined && (
            <PackChoice
              pack={source.pack}
              onPack={live === undefined ? undefined : telemetry.choosePack}
            />
          )}
          <Widget name="The summary" data={pack}>
            <Metrics pack={pack} series={series} />
          </Widget>
          <div className="home__columns">
            <div className="stack">
              <Widget name="The cells" data={pack}>
                <Cells pack={pack} onOpen={openCell} />
              </Widget>
              {!isPhone && history}
              {isCurrent && live.others.length > 0 && (
                <section className="card">
                  <header className="card__head">
                    <h2>Other values</h2>
                  </header>
                  <div className="others">
                    <Facts
                      facts={live.others.map(({ key, name = key, text }): Fact => [
                        name,
                        text,
                        <Older key="older" byMs={olderOf(pack, key)} />,
                      ])}
                    />
                  </div>
                </section>
              )}
            </div>
            <div className="home__side stack">
              <Widget name="The contactors" data={pack}>
                <Contactors pack={pack} />
              </Widget>
              <Widget name="The temperatures" data={pack}>
                <Temperatures pack={pack} />
              </Widget>
              <Widget name="The pack’s details" data={pack}>
                <PackDetails pack={pack} />
              </Widget>
              <DeviceIdentity canAsk={isConnected} />
              <Source understanding={understanding} onReply={openReply} />
            </div>
            {isPhone && history}
          </div>
        </div>
      )}
      <Widget name="The cell’s details" data={pack}>
        <CellDrawer
          number={open?.kind === 'cell' ? open.number : undefined}
          pack={pack}
          isCurrent={isNow}
          onClose={close}
        />
      </Widget>
      <Widget name="The raw reply">
        <ReplyDrawer
          raw={source?.raw}
          health={health}
          isOpen={open?.kind === 'reply'}
          onClose={close}
        />
      </Widget>
    </section>
  );
};
