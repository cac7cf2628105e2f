import type { Brand } from '../../config.ts';
import { useServices } from '../../react/core-context.tsx';
import { PRODUCT_VERSION } from '../../version.ts';
import { AreaPage } from './AreaPage.tsx';
import { SaveDiagnostics } from './SaveDiagnostics.tsx';

const Contact = ({ brand }: { readonly brand: Brand }) => (
  <section className="card" aria-labelledby="contact-title">
    <h2 id="contact-title">Contact</h2>
    <dl className="area__contact">
      <div>
        <dt>Company</dt>
        <dd>{brand.companyName}</dd>
      </div>
      {brand.contactEmail !== '' && (
        <div>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
          </dd>
        </div>
      )}
      {brand.websiteUrl !== '' && (
        <div>
          <dt>Website</dt>
          <dd>
            <a href={brand.websiteUrl} target="_blank" rel="noreferrer">
              {brand.websiteUrl}
            </a>
          </dd>
        </div>
      )}
      {brand.address !== '' && (
        <div>
          <dt>Address</dt>
          <dd>{brand.address}</dd>
        </div>
      )}
      <div>
        <dt>Version</dt>
        <dd className="tabular">{PRODUCT_VERSION}</dd>
      </div>
    </dl>
  </section>
);

export const SupportScreen = () => {
  const { brand } = useServices().config;
  const isReachable = brand.contactEmail !== '' || brand.websiteUrl !== '';
  return (
    <AreaPage
      tab="support"
      empty={{
        title: 'Have ready when you ask',
        text: isReachable
          ? 'The version above, your user name, the serial number of the pack, what you did, and what the terminal said.'
          : 'Ask the person who gave you this account. Tell them the version above, your user name, the serial number of the pack, what you did, and what the terminal said.',
      }}
      instead={['terminal', 'home', 'users']}
    >
      <Contact brand={brand} />
      <SaveDiagnostics />
    </AreaPage>
  );
};
