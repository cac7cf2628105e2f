import { parseSync, Visitor } from 'vite';
import type { SourceFile } from './source-files.ts';

type Program = ReturnType<typeof parseSync>['program'];
type Statement = Program['body'][number];

const isTypeStatement = (node: Statement): boolean => {
  if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') return true;
  if (node.type === 'ImportDeclaration') return node.importKind === 'type';
  if (node.type !== 'ExportNamedDeclaration') return false;
  return (
    node.exportKind === 'type' || (node.declaration !== null && isTypeStatement(node.declaration))
  );
};

/** Reads a module's imports from its syntax tree. Throws if the file cannot be parsed. */
export const readModule = ({ path, text }: SourceFile) => {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'cannot be parsed'}`);
  const lineAt = (start: number) => text.slice(0, start).split('\n').length;
  const imports: { readonly specifier: string; readonly line: number }[] = [];
  const add = (node: { readonly start: number; readonly source: object | null }): void => {
    if (node.source && 'value' in node.source && typeof node.source.value === 'string')
      imports.push({ specifier: node.source.value, line: lineAt(node.start) });
  };
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program);
  return {
    imports,
    /** Lines with `export * from`, which hides the names that a module exports. */
    starExports: program.body
      .filter((node) => node.type === 'ExportAllDeclaration' && node.exported === null)
      .map((node) => lineAt(node.start)),
    /** Whether the module is empty after its types are erased. */
    typesOnly: program.body.every(isTypeStatement),
  };
};
