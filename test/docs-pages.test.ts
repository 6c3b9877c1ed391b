/**
 * The manual's pages: every command runs in order on a fresh installation and prints the output that its page shows.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { statuses as contactStatuses } from '../automations-api/plugins/automations/core/errors.ts';
import { statuses as linkStatuses } from '../daemon/api/errors.ts';
import { allChecks } from '../shared/check/checks.ts';
import { commandsOf } from '../shared/manual/commands.ts';
import { projectRoot } from '../shared/paths.ts';
import { apiDocuments, apiTypes } from './fixtures/api-types.ts';
import { freshInstallation } from './fixtures/fresh-installation.ts';
import { writesContacts } from './fixtures/known-contacts.ts';
import { blocksOf, callers, manual, matches, pagesOfManual, readPage, runPage } from './fixtures/manual.ts';
import { compiles } from './fixtures/openapi-tools.ts';
import { referencePages } from './fixtures/reference.ts';
import { t } from './runner/tap.ts';

const generated = /^reference-/;
const written = pagesOfManual().filter((page) => !generated.test(page));

t.test('each page starts with its result, and is short enough to read in one sitting', async (t) => {
  for (const page of written) {
    const [title = '', , first = ''] = readPage(page).split('\n');
    t.match(title, /^# \S/, page);
    t.match(first, /^[A-Z].*/, page);
    t.ok(readPage(page).trimEnd().split('\n').length <= 120, `${page} is too long`);
  }
});

t.test('each block has a language, and a block that does not run names the test that covers it', async (t) => {
  for (const page of written) {
    for (const { line, language, notRun } of blocksOf(readPage(page))) {
      t.not(language, '', `${page}:${line} has no language`);
      if (notRun === undefined) continue;
      const tests = notRun.match(/[\w./-]+\.test\.ts|\.ci\/run/g) ?? [];
      t.ok(tests.length > 0, `${page}:${line} names no test`);
      for (const file of tests) t.ok(existsSync(path.join(projectRoot, file)), `${page}:${line}: ${file} is not there`);
    }
  }
});

t.test('no list item of a page starts with a second bullet', async (t) => {
  for (const page of written) t.notMatch(readPage(page), /^ *- - /m, page);
});

t.test('the index lists every page', async (t) => {
  const index = readPage('README.md');
  t.same(
    pagesOfManual().filter((page) => page !== 'README.md' && !index.includes(`](${page})`)),
    [],
  );
});

/** The applications' texts, read from their files because tests import no browser code. */
const textFiles = ['daemon/dashboard/text/en', 'automations-api/admin/text/en', 'shared/ui/text/en'].flatMap((folder) =>
  readdirSync(path.join(projectRoot, folder)).map((file) => path.join(folder, file)),
);
const readTexts = () =>
  textFiles.flatMap((file) =>
    [...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(
      ([, text = '']) => text,
    ),
  );

t.test('every bold text in a step is a text of the applications', async (t) => {
  const texts = new Set(readTexts());
  const named = written.flatMap((page) =>
    [...readPage(page).matchAll(/^\d+\. .*(?:\n {3}(?! ).*)*/gm)].flatMap(([step]) =>
      [...step.replace(/`[^`]*`/g, '').matchAll(/(?<!- )\*\*([^*]+)\*\*/g)].map(([, text = '']) => ({ page, text })),
    ),
  );
  t.ok(named.length > 50, `${named.length} names`);
  t.same(
    named.filter(({ text }) => !texts.has(text)),
    [],
  );
});

t.test('the troubleshooting page has every error code and every check', async (t) => {
  const page = readPage('troubleshooting.md');
  // The link service answers these three with `validation_failed`.
  const renamed = ['bad_request', 'length_required', 'body_too_large'];
  const codes = [...Object.keys(linkStatuses), ...Object.keys(contactStatuses)].filter(
    (code) => !renamed.includes(code),
  );
  const named = [...codes, ...allChecks.map(({ name }) => name)];
  t.ok(named.length > 40);
  t.same(
    named.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

t.test('commands and output are distinguished, and … matches any text', async (t) => {
  const [block] = blocksOf(
    "1. a\n\n   <!-- needs: php -->\n   ```sh\n   $ a \\\n     b\n   out\n   $ c '{\n   }'\n   ```\n",
  );
  t.match(block, { line: 4, language: 'sh', needs: 'php' });
  t.same(commandsOf(block as never), [
    { line: 5, command: 'a \\\n  b', shown: 'out\n' },
    { line: 8, command: "c '{\n}'", shown: '' },
  ]);
  t.ok(matches('{"a":1, … }', '{"a":1,"b":[2]}'));
  t.notOk(matches('{"a":1}', '{"a":1,"b":2}'));
  t.throws(() => commandsOf({ line: 1, text: 'out' }), /there is no command before/);
});

t.test('every page is correct for a fresh installation', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waypost-manual-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const installation = await freshInstallation(t, folder);

  await t.test('the reference is up to date', async (t) => {
    for (const [page, text] of Object.entries(await referencePages(installation))) {
      t.equal(readPage(page), text, `${manual}/${page}: else npm run docs`);
    }
  });

  await t.test('every route on a page exists', async (t) => {
    const anyName = (route: string) => route.replace(/\{[^}]*\}/g, '{}');
    const named = (page: string) =>
      [...page.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE)\s\/[^\s`?]*)/g)].map(([, at = '']) => at);
    const known = ['reference-links-api.md', 'reference-contacts-api.md', 'reference-admin-api.md'].flatMap((page) =>
      named(readPage(page)).map(anyName),
    );
    const others = ['GET /healthz', 'GET /livez', 'GET /readyz', 'GET /oidc', 'GET /oidc/callback'];
    const unknown = written
      .flatMap((page) => named(readPage(page)).map((route) => ({ page, route: anyName(route.replace(/\s/, ' ')) })))
      .filter(({ route }) => !known.includes(route) && !others.includes(route));
    t.same(unknown, []);
  });

  await t.test('a correct program compiles with the types of both APIs, and an incorrect one does not', async (t) => {
    writeFileSync(path.join(folder, 'waypost.d.ts'), await apiTypes(await apiDocuments(installation)));
    const usage = (slug: string) => `
      import type { ContactApi, LinkApi } from './waypost';
      const link: LinkApi.Links.CreateLink.RequestBody = { url: 'https://example.com', slug: ${slug} };
      const show = (link: LinkApi.Link) => link.shortUrl.toUpperCase();
      const contact: ContactApi.ContactRecord['email'] = 'ada@example.com';
      const first = ({ data }: ContactApi.Contacts.GetContacts.ResponseBody) => data.contact.contacts[0]?.email;
      console.log(link, show, contact, first);
    `;
    t.equal(await compiles(folder, usage("'one'")), '');
    t.match(await compiles(folder, usage('1')), /usage\.ts.*not assignable/);
  });

  const pages: Awaited<ReturnType<typeof runPage>>[] = [];
  t.teardown(() => {
    for (const { end } of pages) end();
  });
  await t.test('every command on every page prints the output shown, and its SQL is valid', async (t) => {
    let commands = 0;
    for (const page of written) {
      const ran = await runPage(page, path.join(folder, 'pages', page), installation);
      pages.push(ran);
      t.same(ran.faults, [], page);
      for (const words of ran.leftOut) t.comment(words);
      commands += ran.commands;
    }
    t.ok(commands > 150, `${commands} commands`);
  });

  await t.test('example requests that write contacts do not remove other data from existing contacts', async (t) => {
    let commands = 0;
    for (const page of pages) {
      const again = await page.again();
      t.same(again.faults, []);
      commands += again.commands;
    }
    t.ok(commands > 10, `${commands} commands`);
  });
});

t.test('code that writes contacts is in a file that a test runs', async (t) => {
  const code = written.flatMap((page) =>
    blocksOf(readPage(page))
      .filter(({ language, text }) => language !== 'sh' && writesContacts(text))
      .map(({ line, file = '', text }) => ({
        at: `${page}:${line}`,
        file,
        text,
        page: readPage(page) + (callers[page] ?? ''),
      })),
  );
  t.ok(code.length >= 2);
  for (const { at, file, page } of code) t.ok(file && page.split(file).length > 2, at);
});
