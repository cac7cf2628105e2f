import { useState } from 'react';
import { Button, Card } from 'antd';
import type { TabId } from '@batbot/core';
import { useCore, useServices } from '../../react/core-context.tsx';
import { HANDBOOK } from '../../react/paths.ts';
import { useMayOpen } from '../../react/use-signed-in.ts';
import { PRODUCT_VERSION } from '../../version.ts';
import { diagnosticsText } from '../controls/diagnostics-text.ts';
import { FactList } from '../controls/FactList.tsx';
import { saveJson } from '../controls/save-file.ts';
import { TabAnchor } from '../controls/TabAnchor.tsx';
import { TabHint } from '../controls/TabHint.tsx';
import { GetHelp, HelpSaved } from '../tickets/lazy-parts.tsx';
import './areas.css';

/** Shows the configured contact data only, and never asks the user to call without a number. */
const Contact = () => {
  const { brand } = useServices().config;
  const { companyName, contactEmail, websiteUrl, address } = brand;
  const email = <a href={`mailto:${contactEmail}`}>{contactEmail}</a>;
  const website = (
    <a href={websiteUrl} target="_blank" rel="noreferrer">
      {websiteUrl}
    </a>
  );
  const place = <span style={{ whiteSpace: 'pre-line' }}>{address}</span>;
  const facts = (
    [
      ['Company', companyName],
      ['Email', contactEmail && email],
      ['Website', websiteUrl && website],
      ['Address', address && place],
      ['Version', PRODUCT_VERSION],
    ] as const
  ).filter(([, value]) => value !== '');
  return (
    <Card size="small" title={<h2>Contact</h2>}>
      <FactList facts={facts} />
    </Card>
  );
};

/** The handbook is a part of the app and also opens without network. Each page opens in a new tab. */
const PAGES = [
  ['', 'Handbook'],
  ['problems.html', 'Problems and what to do'],
  ['devices.html', 'Devices'],
] as const;

const Handbook = () => (
  <Card size="small" title={<h2>Handbook</h2>}>
    <p>Explains each tab and each message. It can also be read without network.</p>
    <p className="row area__links">
      {PAGES.map(([page, label]) => (
        <a
          key={page}
          className="area__link"
          href={`${HANDBOOK}${page}`}
          target="_blank"
          rel="noreferrer"
        >
          {label}
        </a>
      ))}
    </p>
  </Card>
);

/** Users with a permission for tickets can open a ticket; every user can save the diagnostics as a file. */
const Help = () => {
  const core = useCore();
  const mayOpen = useMayOpen();
  const [isAsking, setAsking] = useState(false);
  const [savedId, setSavedId] = useState<string>();
  const tab = (['complaint', 'servicetab'] as const).find(mayOpen);
  return (
    <Card size="small" title={<h2>Diagnostics</h2>}>
      <p>
        Includes browser, version, connection state and recent errors. No name, password or traffic.
      </p>
      <p className="row area__links">
        {tab !== undefined && (
          <Button type="primary" onClick={() => setAsking(true)}>
            Get help
          </Button>
        )}
        <Button onClick={() => saveJson('batbot-diagnostics.json', diagnosticsText(core))}>
          Save diagnostics
        </Button>
      </p>
      {tab !== undefined && savedId !== undefined && <HelpSaved id={savedId} tab={tab} />}
      {isAsking && <GetHelp onSaved={setSavedId} onClose={() => setAsking(false)} />}
    </Card>
  );
};

/** The tabs from which users get what support asks for. Only those that the user may open are offered. */
const TABS = [
  ['terminal', 'Open the terminal'],
  ['home', 'See live data'],
  ['users', 'See your permissions'],
] as const satisfies readonly (readonly [TabId, string])[];

export const SupportScreen = () => {
  const { brand } = useServices().config;
  const mayOpen = useMayOpen();
  const isConfigured = brand.contactEmail !== '' || brand.websiteUrl !== '';
  const log = mayOpen('terminal') ? ', what you did, and the terminal log' : ' and what you did';
  const what = `Support needs the version above, your username, the serial number of the pack${log}.`;
  return (
    <>
      <TabHint tab="support" />
      <div className="page page--text stack">
        <h1>Support</h1>
        <Handbook />
        <Contact />
        <Help />
        <Card size="small" title={<h2>Have this ready</h2>}>
          <p>{isConfigured ? what : `Contact the person who gave you this account. ${what}`}</p>
          <p className="row area__links">
            {TABS.filter(([tab]) => mayOpen(tab)).map(([tab, label]) => (
              <TabAnchor key={tab} className="area__link" tab={tab}>
                {label}
              </TabAnchor>
            ))}
          </p>
        </Card>
      </div>
    </>
  );
};
