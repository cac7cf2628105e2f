import { Link } from 'react-router-dom';
import { useServices } from '../react/core-context.tsx';
import { PRODUCT_VERSION } from '../version.ts';

export const Footer = () => {
  const { brand } = useServices().config;
  return (
    <footer className="footer">
      <span>
        © {new Date().getFullYear()} {brand.companyName} · Version {PRODUCT_VERSION}
      </span>
      <nav aria-label="Documents">
        <Link to="/privacyBatBot">Terms</Link>
        <Link to="/privacyAndroid">Privacy</Link>
        <Link to="/releaseNotesBatBot">Release notes</Link>
      </nav>
    </footer>
  );
};
