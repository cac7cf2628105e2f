import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import { useServices } from '../react/core-context.tsx';
import { DOCUMENTS, imprintText } from '../screens/controls/imprint.ts';

export const Footer = () => {
  const { brand } = useServices().config;
  return (
    <footer className="footer">
      <span>{imprintText(brand.companyName)}</span>
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
