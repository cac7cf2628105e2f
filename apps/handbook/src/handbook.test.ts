import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { TABS } from '@batbot/core';
import { loadAllBuiltIn } from '@batbot/core/profiles';
import { FAULT_WORDS } from '@batbot/web/fault-words';
import { HELP_TOPICS, helpPath } from '@batbot/web/help';
import { buildHandbook } from './build-handbook.ts';
import { CONTENTS } from './contents.ts';
import { deadLinks, renderPage } from './page.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  files = await buildHandbook();
});

const page = (name: string): string => files.get(`${name}.html`) ?? '';

/** Reads the sources below these folders, except tests, as one text. */
const readSources = async (...folders: readonly string[]): Promise<string> => {
  const texts = folders.map(async (folder) => {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
    const sources = entries.filter(
      (entry) =>
        /\.(?:tsx?|mjs|js)$/.test(entry.name) &&
        !/\.(?:test|fixture|spec)\./.test(entry.name) &&
        !/node_modules|\/dist\b|\/testing\b/.test(entry.parentPath),
    );
    const read = sources.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'));
    return (await Promise.all(read)).join('\n');
  });
  return (await Promise.all(texts)).join('\n');
};

describe('pages', () => {
  test('[DOC-1] every page has its title, the contents, and links to the previous and the next page', () => {
    for (const [path, html] of files) {
      if (!path.endsWith('.html')) continue;
      expect(html, path).toMatch(/<title>[^<]+ · BatBot handbook<\/title>/);
      expect(html.match(/<h1 /g), path).toHaveLength(1);
      expect(html, path).toContain('aria-current="page"');
      expect(html, path).toMatch(/rel="(?:prev|next)"/);
    }
  });

  test('[DOC-2] no page has a script, an inline style or anything from another server', () => {
    for (const [path, html] of files) {
      if (!path.endsWith('.html')) continue;
      expect(html, path).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/);
      expect(html, path).not.toMatch(/(?:src|<link[^>]* href)="(?!\/)/);
    }
  });

  test('[DOC-3] a link to a missing page or heading, and a repeated anchor, are refused', () => {
    const one = renderPage(
      'one',
      '# One\n## A part\n[x](two.md) [y](#a-part) [z](#gone)',
      new Map(),
    );
    const two = renderPage('two', '# Two\n[x](one.md#a-part) [y](one.md#gone)', new Map());
    expect(deadLinks([one, two])).toEqual(['one.md: #gone', 'two.md: one.md#gone']);
    expect(deadLinks([one])).toContain('one.md: two.md');
    expect(() => renderPage('one', '# One\n## A\n## A', new Map())).toThrow('two headings');
    expect(() => renderPage('one', 'No title', new Map())).toThrow('title');
  });

  test('[DOC-3] links lead to the address of the page on the web host', () => {
    const { html } = renderPage('one', '# One\n[a](index.md) [b](two.md#x)', new Map());
    expect(html).toContain('href="/handbook/"');
    expect(html).toContain('href="/handbook/two.html#x"');
  });
});

describe('problems', () => {
  test('[DOC-4] each part of the problems page that the app links to exists', () => {
    for (const topic of HELP_TOPICS) {
      expect(page('problems'), topic).toContain(`<h3 id="${helpPath(topic).split('#')[1]}">`);
    }
  });

  test('[DOC-4] each part of the problems page is linked by the app', () => {
    const parts = [...page('problems').matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(parts)).toEqual(new Set(HELP_TOPICS));
  });
});

test('[DOC-13] each alarm and protection is explained under its name on the screen', () => {
  for (const name of Object.values(FAULT_WORDS))
    expect(page('problems')).toMatch(new RegExp(`<td>${name}</td>\\s*<td>[^<]{20,}</td>`));
});

test('[DOC-4] every error in a box names its part of the problems page', async () => {
  const sources = await readSources('apps/web/src');
  expect(sources.match(/<ProblemAlert\b/g)?.length).toBeGreaterThan(50);
  expect(sources.match(/<Alert\b[^>]*type="error"/g)).toBe(null);
});

describe('completeness', () => {
  test('[DOC-6] each tab is described under its title', () => {
    const users = CONTENTS.slice(0, 3).flatMap(({ pages }) => pages.map(page));
    const headings = users.flatMap((html) => [...html.matchAll(/<h[123] [^>]*>(.*?)</g)]);
    const titles = headings.map(([, title]) => title);
    for (const { title } of TABS) expect(titles).toContain(title);
  });

  test('[DOC-6] each setting of the server and of `npm start` is described', async () => {
    const sources = await readSources('apps/server/src', 'apps/cli/src', 'packages/dev/src/start');
    const settings = new Set(sources.match(/\b(?:BATBOT_[A-Z\d_]+|DATABASE_URL)\b/g));
    expect(settings.size).toBeGreaterThan(20);
    const text = page('settings') + page('operations');
    for (const setting of settings) expect(text, setting).toContain(`<code>${setting}</code>`);
  });

  test('[DOC-7] each profile is described as it is in the core', async () => {
    const text = page('devices');
    for (const { id, name, line, tests, sources } of await loadAllBuiltIn()) {
      const [, part = ''] = new RegExp(`<h2 id="${id}">(.*?)(?:<h2|<nav)`, 's').exec(text) ?? [];
      expect(part, id).toContain(name);
      expect(part, id).toContain(`${line.baud.join(' or ')} baud`);
      const real = tests.filter(({ origin }) => origin === 'real').length;
      expect(part, id).toContain(real === 0 ? 'Not verified' : `with ${real} recorded`);
      expect(part.match(/<br>/g)?.length ?? 0, id).toBeGreaterThanOrEqual(sources.length - 1);
    }
  });

  test('[DOC-8] each control that a page names in bold is a text of the app', async () => {
    const sources = await readSources('apps/web/src', 'packages/core/src');
    const texts = sources.replace(/\s+/g, ' ');
    const folder = join(ROOT, 'apps/handbook/pages');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
    for (const name of names.filter((each) => each !== 'operations.md')) {
      const markdown = (await readFile(join(folder, name), 'utf8')).replace(/\s+/g, ' ');
      for (const [, label = ''] of markdown.matchAll(/\*\*(.+?)\*\*/g)) {
        const literal = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        const shown = new RegExp(`[>'"\`}] ?${literal} ?(?:…|[<'"\`{:])`);
        expect(shown.test(texts), `${name}: ${label}`).toBe(true);
      }
    }
  });

  test('[DOC-11] each message that a page quotes is a text of the app', async () => {
    const sources = await readSources('apps/web', 'apps/server/src', 'packages/core/src');
    // A long text may be joined from several literals.
    const texts = sources.replace(/\s+/g, ' ').replace(/(['`]) \+ \1/g, '');
    const folder = join(ROOT, 'apps/handbook/pages');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
    for (const name of names) {
      const markdown = (await readFile(join(folder, name), 'utf8')).replace(/\s+/g, ' ');
      for (const [, quote = ''] of markdown.matchAll(/_"(.+?)"_/g)) {
        // "…" stands for a value, and at the end for the rest of the message.
        for (const part of quote.split('…'))
          expect(texts, `${name}: ${quote}`).toContain(part.trim());
      }
    }
  });
});
