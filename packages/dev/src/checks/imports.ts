import { parseSync } from 'vite';
import type { SourceFile } from './source-files.ts';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const modulesNamed = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

const visit = (value: unknown, found: { specifier: string; start: number }[]): void => {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found);
  } else if (isNode(value)) {
    const source = value['source'];
    if (modulesNamed.has(value.type) && isNode(source) && typeof source['value'] === 'string') {
      found.push({ specifier: source['value'], start: value.start });
    }
    for (const field of Object.values(value)) visit(field, found);
  }
};

const isTypeStatement = (node: unknown): boolean => {
  if (!isNode(node)) return false;
  if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') return true;
  if (node.type === 'ImportDeclaration') return node['importKind'] === 'type';
  if (node.type !== 'ExportNamedDeclaration') return false;
  return node['exportKind'] === 'type' || isTypeStatement(node['declaration']);
};

/** Reads a module's imports from its syntax tree. Throws if the file cannot be parsed. */
export const readModule = ({ path, text }: SourceFile) => {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'cannot be parsed'}`);
  const found: { specifier: string; start: number }[] = [];
  visit(program, found);
  const lineAt = (start: number) => text.slice(0, start).split('\n').length;
  return {
    imports: found.map(({ specifier, start }) => ({ specifier, line: lineAt(start) })),
    /** Lines with `export * from`, which hides the names that a module exports. */
    starExports: program.body
      .filter((node) => node.type === 'ExportAllDeclaration' && node.exported === null)
      .map((node) => lineAt(node.start)),
    /** Whether the module is empty after its types are erased. */
    typesOnly: program.body.every(isTypeStatement),
  };
};
