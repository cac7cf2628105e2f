import { posix } from 'node:path';
import { type Layer, layers } from './boundary-table.ts';
import { count, type Finding } from './check.ts';
import { readModule } from './imports.ts';
import { isTestFile, type SourceFile } from './source-files.ts';

const withoutQuery = (specifier: string): string => specifier.replace(/\?.*$/, '');

/** Matches a path with a folder or a file; `*` stands for one name. Returns the folder with the actual names. */
const matchFolder = (path: string, pattern: string): string | undefined => {
  const names = pattern.split('/');
  const parts = path.split('/');
  const fits = names.every((name, index) => name === '*' || name === parts[index]);
  return fits && parts.length >= names.length ? parts.slice(0, names.length).join('/') : undefined;
};

interface Place {
  readonly layer: Layer;
  /** The layer's folder with `*` replaced: two screens are two places. */
  readonly folder: string;
}

const depth = (layer: Layer): number => layer.folder.split('/').length;

/** Returns the layer's folder if it contains the file. A file directly in "screens" does not belong to a screen. */
const holds = (layer: Layer, path: string): string | undefined => {
  if (path === layer.folder) return path;
  const inFolder = posix.dirname(path);
  if (layer.flat) return inFolder === layer.folder ? inFolder : undefined;
  return matchFolder(inFolder, layer.folder);
};

const placeOf = (path: string): Place | undefined =>
  layers
    .flatMap((layer) => {
      const folder = holds(layer, path);
      return folder === undefined ? [] : [{ layer, folder }];
    })
    .toSorted((a, b) => depth(b.layer) - depth(a.layer))[0];

/** Entries of our own packages that only tests may import. */
const ONLY_FOR_TESTS = /^@batbot\/\w+\/(?:fakes|contracts|testing)\b/;

const packageOf = (specifier: string): string => {
  if (specifier.startsWith('node:')) return 'node:';
  if (ONLY_FOR_TESTS.test(specifier)) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
};

const refusal = (path: string, specifier: string, place: Place) => {
  const { layer, folder } = place;
  if (!specifier.startsWith('.')) {
    const name = packageOf(specifier);
    const allowed = layer.packages.includes(name) || layer.packages.includes('*');
    return allowed ? undefined : `${folder} may not import the package ${name}`;
  }
  const target = posix.join(posix.dirname(path), withoutQuery(specifier));
  if (placeOf(target)?.folder === folder) return undefined;
  const allowed = layer.may.some((pattern) => matchFolder(target, pattern) !== undefined);
  return allowed ? undefined : `${folder} may not import ${target}`;
};

const remedy = 'Turn it round, or change boundary-table.ts knowingly.';

/** Reports imports that the table does not allow, files without a layer, and layers without a file. */
export const checkBoundaries = (files: readonly SourceFile[]): Finding => {
  const details: string[] = [];
  const used = new Set<Layer>();
  let imports = 0;
  for (const file of files) {
    const place = placeOf(file.path);
    if (place) used.add(place.layer);
    if (!file.path.includes('/src/') || isTestFile(file.path)) continue;
    if (!place) {
      details.push(`${file.path}: lies in no layer. ${remedy}`);
      continue;
    }
    const module = readModule(file);
    for (const line of module.starExports) {
      details.push(`${file.path}:${line}: export * hides what is exported. Name each export.`);
    }
    if (place.layer.typesOnly && !module.typesOnly) {
      details.push(`${file.path}: ${place.folder} holds types only. Move the value elsewhere.`);
    }
    for (const { specifier, line } of module.imports) {
      imports += 1;
      const reason = refusal(file.path, specifier, place);
      if (reason) details.push(`${file.path}:${line}: ${reason}. ${remedy}`);
    }
  }
  for (const layer of layers) {
    if (!used.has(layer)) details.push(`${layer.folder}: the table names a folder without files.`);
  }
  return {
    ok: details.length === 0,
    figure: `${count(layers.length, 'layer')}, ${count(imports, 'import')}`,
    details,
  };
};
