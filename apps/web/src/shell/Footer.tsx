import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import { DOCUMENTS } from './UserMenu.tsx';
import { useServices } from '../react/core-context.tsx';
import { PRODUCT_VERSION } from '../version.ts';

export const Footer = () => {
  const { brand } = useServices().config;
  return (
    <footer className="footer">
      <span>
        © {new Date().getFullYear()} {brand.companyName} · Version {PRODUCT_VERSION}
      </span>
      <Flex component="nav" gap={16} aria-label="Documents">
        {DOCUMENTS.map(([path, title]) => (
          <Link key={path} to={path}>
            {title}
          </Link>
        ))}
      </Flex>
    </footer>
  );
};
