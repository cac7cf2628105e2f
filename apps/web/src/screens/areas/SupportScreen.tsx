import { Button, Card, Descriptions } from 'antd';
import { useCore, useServices } from '../../react/core-context.tsx';
import { PRODUCT_VERSION } from '../../version.ts';
import { saveFile } from '../controls/save-file.ts';
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

const Diagnostics = () => {
  const { diagnostics } = useCore();
  const save = (): void => {
    const { innerWidth: width, innerHeight: height, devicePixelRatio: pixelRatio } = window;
    const report = diagnostics.report({
      product: PRODUCT_VERSION,
      browser: navigator.userAgent,
      language: navigator.language,
      page: { width, height, pixelRatio },
    });
    saveFile(document, 'batbot-diagnostics.json', 'application/json', [report]);
  };
  return (
    <Card size="small" title={<h2>Diagnostics</h2>}>
      <p>
        Includes browser, version, connection state and recent errors. No name, password or traffic.
      </p>
      <p className="area__links">
        <Button onClick={save}>Save diagnostics</Button>
      </p>
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
      <Contact />
      <Diagnostics />
    </AreaPage>
  );
};
