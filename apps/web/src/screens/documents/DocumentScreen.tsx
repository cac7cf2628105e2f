import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { WebConfig } from '../../config.ts';
import { useServices } from '../../react/core-context.tsx';
import { BrandMark } from '../controls/BrandMark.tsx';
import { documentRoutes } from './document-routes.ts';
import { imprintText } from '../controls/imprint.ts';
import type { Block, Section } from './document-text.ts';
import { documents } from './documents.ts';
import './documents.css';

const Downloads = ({ links }: { readonly links: NonNullable<WebConfig['downloads']> }) => (
  <p className="row">
    <a className="button button--primary" href={links.windows} rel="noreferrer">
      Download for Windows
    </a>
    <a className="button button--primary" href={links.linux} rel="noreferrer">
      Download for Linux
    </a>
  </p>
);

const BlockView = ({ block }: { readonly block: Block }) => {
  const { downloads } = useServices().config;
  if (typeof block === 'string') return <p>{block}</p>;
  if ('kind' in block) return downloads && <Downloads links={downloads} />;
  return (
    <ul>
      {block.list.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
};

const SectionView = ({ section }: { readonly section: Section }) => (
  <section id={section.id} aria-labelledby={`${section.id}-title`}>
    <h2 id={`${section.id}-title`}>{section.title}</h2>
    {section.blocks.map((block, index) => (
      <BlockView key={index} block={block} />
    ))}
  </section>
);

const Contents = ({ sections }: { readonly sections: readonly Section[] }) => (
  <nav className="document__contents" aria-label="Contents">
    <h2>Contents</h2>
    <ol>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  </nav>
);

/** Shows a policy, the terms or the release notes without a login. */
export const DocumentScreen = () => {
  const { brand, downloads } = useServices().config;
  const { pathname, hash } = useLocation();
  const route = documentRoutes.find((each) => each === pathname.replace(/\/+$/, ''));
  useEffect(() => {
    // The browser looked for the hash before the page was rendered, so it is looked up here.
    const target = document.getElementById(hash.slice(1));
    if (target === null) scrollTo(0, 0);
    else target.scrollIntoView();
  }, [pathname, hash]);
  if (route === undefined) return null;
  const text = documents[route].write(brand, downloads);

  return (
    <div className="document">
      <title>{`${text.title} · ${brand.name}`}</title>
      <header className="document__bar">
        <Link to="/" className="document__home">
          <BrandMark size={28} />
          {brand.name}
        </Link>
      </header>
      <main>
        <div className="document__head">
          <h1>{text.title}</h1>
          <p className="document__lead">{text.lead}</p>
          {text.updated !== undefined && (
            <p className="document__updated">
              Last updated <time dateTime={text.updated}>{text.updated}</time>
            </p>
          )}
        </div>
        <Contents sections={text.sections} />
        <article className="document__text">
          {text.sections.map((section) => (
            <SectionView key={section.id} section={section} />
          ))}
        </article>
      </main>
      <footer className="document__footer">
        <nav aria-label="Documents">
          {documentRoutes
            .filter((each) => each !== route)
            .map((each) => (
              <Link key={each} to={each}>
                {documents[each].name}
              </Link>
            ))}
        </nav>
        <span>{imprintText(brand.companyName)}</span>
      </footer>
    </div>
  );
};
