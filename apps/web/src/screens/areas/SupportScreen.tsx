import { useState } from 'react';
import { Button, Card, Descriptions } from 'antd';
import { mayOpen } from '@batbot/core';
import { useCore, useServices } from '../../react/core-context.tsx';
import { HANDBOOK } from '../../react/paths.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { PRODUCT_VERSION } from '../../version.ts';
import { diagnosticsText } from '../controls/diagnostics-text.ts';
import { saveFile } from '../controls/save-file.ts';
import { GetHelp } from '../tickets/lazy-parts.tsx';
import { AreaPage } from './AreaPage.tsx';

/** Shows the configured contact data only, and never asks the user to call without a number. */
const Contact = () => {
  const { brand } = useServices().config;
  const rows = [
    { label: 'Company', children: brand.companyName },
    ...(brand.contactEmail === ''
      ? []
      : [
          {
            label: 'Email',
            children: <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>,
          },
        ]),
    ...(brand.websiteUrl === ''
      ? []
      : [
          {
            label: 'Website',
            children: (
              <a href={brand.websiteUrl} target="_blank" rel="noreferrer">
                {brand.websiteUrl}
              </a>
            ),
          },
        ]),
    ...(brand.address === ''
      ? []
      : [{ label: 'Address', children: <span className="area__address">{brand.address}</span> }]),
    { label: 'Version', children: PRODUCT_VERSION },
  ];
  return (
    <Card size="small" title={<h2>Contact</h2>}>
      <Descriptions
        column={1}
        size="small"
        items={rows.map((row) => ({ key: row.label, ...row }))}
      />
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
    <p className="area__links">
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
  const permissions = useSignedIn()?.permissions;
  const [isAsking, setAsking] = useState(false);
  const mayAsk =
    permissions !== undefined &&
    (mayOpen('complaint', permissions) || mayOpen('servicetab', permissions));
  return (
    <Card size="small" title={<h2>Diagnostics</h2>}>
      <p>
        Includes browser, version, connection state and recent errors. No name, password or traffic.
      </p>
      <p className="area__links">
        {mayAsk && (
          <Button type="primary" onClick={() => setAsking(true)}>
            Get help
          </Button>
        )}
        <Button
          onClick={() => {
            const text = diagnosticsText(core);
            saveFile(document, 'batbot-diagnostics.json', 'application/json', [text]);
          }}
        >
          Save diagnostics
        </Button>
      </p>
      {isAsking && <GetHelp onClose={() => setAsking(false)} />}
    </Card>
  );
};

export const SupportScreen = () => {
  const { brand } = useServices().config;
  const isConfigured = brand.contactEmail !== '' || brand.websiteUrl !== '';
  const what =
    'The version above, your user name, the serial number of the pack, what you did, and the terminal log.';
  return (
    <AreaPage
      tab="support"
      area={{
        title: 'Have this ready',
        text: isConfigured ? what : `Contact the person who gave you this account. ${what}`,
        instead: ['terminal', 'home', 'users'],
      }}
    >
      <Handbook />
      <Contact />
      <Help />
    </AreaPage>
  );
};
