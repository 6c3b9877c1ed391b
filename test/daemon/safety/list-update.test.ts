/** A changed threat list bans exactly its own links among 30,000, on every process. */

import { writeFile } from 'node:fs/promises';
import type { Tables } from '../../../daemon/core/tables.ts';
import { toSource } from '../../../daemon/safety/lists/download.ts';
import { refreshList } from '../../../daemon/safety/lists/refresh.ts';
import { openDb } from '../../../shared/db/db.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { ask } from '../../fixtures/requests.ts';
import { startScanning } from '../../fixtures/safety.ts';
import { migrateLinks } from '../../fixtures/schema.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const links = 30_000;
const rowsAStatement = 5_000;

/** Every tenth link points to one of a hundred shops, with a page for each link; all other links point elsewhere. */
const urlOf = (n: number) =>
  n % 10 === 0
    ? `https://shop${n % 1_000}.example.com/sale/item-${n}?ref=${n}`
    : `https://harmless${n % 5_000}.example.net/page/${n}`;
/** The list has single pages, in other spellings than the links, a directory of one shop, and another shop completely. */
const isListedPage = (n: number) => n % 200 === 20;
const isInListedShop = (n: number) => n % 1_000 === 500;
const isInListedDirectory = (n: number) => n % 1_000 === 700;
const listedDirectory = 'http://shop700.example.com/sale/';
const unlistedDirectory = 'http://shop800.example.com/sal/';
const listedPage = (n: number) => `http://SHOP${n % 1_000}.example.com//sale/./%69tem-${n}?ref=${n}`;

t.test(
  'a changed list bans the links that it lists, which then answer 403 instead of 302 in every process',
  async (t) => {
    const stores = await createStores(t);
    await migrateLinks(stores.mysqlUrl);
    const db = openDb<Tables>(stores.mysqlUrl, { poolSize: 4 });
    t.teardown(() => db.destroy());
    const workspace = await addWorkspace(db, 'scale');
    const now = new Date();
    const rowOf = (n: number) => ({
      public_id: `lnk_${n}`,
      workspace_id: workspace.id,
      domain_id: 0,
      slug: `s${n}`,
      url: urlOf(n),
      redirect_type: 302,
      created_at: now,
      updated_at: now,
    });
    for (let from = 0; from < links; from += rowsAStatement) {
      const rows = Array.from({ length: rowsAStatement }, (_, index) => rowOf(from + index));
      await db.insertInto('links').values(rows).execute();
    }

    const file = `${t.testdir({})}/list.txt`;
    const daemons = [await startDaemon(t, { stores }), await startDaemon(t, { stores })] as const;
    await startScanning(t, daemons[0], () => false);
    const followed = () => db.selectFrom('safety_followers').select('walked_to').executeTakeFirstOrThrow();
    await until(followed, ({ walked_to }) => Number(walked_to ?? -1) === 0);

    const list = toSource(file);
    const refresh = async (...lines: string[]) => {
      await writeFile(file, `# hosts and pages\n${lines.join('\n')}\n`);
      return refreshList(db, list, { limit: 1e8 }, new Date());
    };
    const versions = () =>
      db.selectFrom('safety_lists').selectAll().where('name', '=', list.name).executeTakeFirstOrThrow();
    const isApplied = ({ version, applied_version }: Awaited<ReturnType<typeof versions>>) =>
      version === applied_version;
    await refresh('https://elsewhere.example.org/x');
    await until(versions, isApplied);
    const banned = async () =>
      (await db.selectFrom('links').select('public_id').where('banned', '=', true).execute()).map(
        (row) => row.public_id,
      );
    t.same(await banned(), [], 'a list of other URLs bans nothing');

    const all = Array.from({ length: links }, (_, n) => n);
    const pages = all.filter(isListedPage).map(listedPage);
    const entries = [
      'https://elsewhere.example.org/x',
      ...pages,
      'shop500.example.com',
      listedDirectory,
      unlistedDirectory,
    ];
    t.match(await refresh(...entries), { state: 'changed', entries: entries.length });
    await until(versions, isApplied);
    const expected = all
      .filter((n) => isListedPage(n) || isInListedShop(n) || isInListedDirectory(n))
      .map((n) => `lnk_${n}`);
    t.ok(expected.length > 200);
    t.same((await banned()).sort(), expected.sort(), 'exactly the listed links are banned');

    for (const { origin, context } of daemons) {
      const { port } = new URL(origin);
      const visit = (n: number) => () =>
        ask(Number(port), { path: `/s${n}`, headers: { Host: context.config.defaultShortDomain } });
      const { body } = await until(visit(20), ({ status }) => status === 403);
      t.notMatch(body, /example\.com/, 'the warning does not name the destination');
      await until(visit(500), ({ status }) => status === 403);
      for (const n of [0, 1, 10, 21, 510]) t.equal((await visit(n)()).status, 302, `link ${n} keeps working`);
    }

    const mails = await db.selectFrom('mails').select('data').where('kind', '=', 'link-banned').execute();
    t.ok(mails.length > 0 && mails.length < 20, 'few mails for many links of one owner');

    const post = (n: number) => () => caller(daemons[1], workspace.key)('POST', '/links', { url: urlOf(n) });
    // A process checks the lists every second: links to listed pages can be created until then, and their scan bans them.
    const slipped: string[] = [];
    const tryPost = async () => {
      const answer = await post(20)();
      if (answer.status === 201) slipped.push(answer.json.id);
      return answer;
    };
    const { json } = await until(tryPost, ({ status }) => status !== 201);
    t.match(json, { error: { code: 'unsafe_url', details: { field: 'url', reason: 'listed' } } });
    t.equal((await post(30)()).status, 201);
    expected.push(...slipped);
    await until(banned, (now) => slipped.every((id) => now.includes(id)));

    const audited = await db
      .selectFrom('audit_entries')
      .select(['object_id', 'details'])
      .where('action', '=', 'link.ban')
      .where('actor', '=', 'system')
      .execute();
    t.equal(audited.length, expected.length, 'an entry in the audit log for each');
    t.match(JSON.parse(audited[0]?.details ?? ''), { reason: 'listed', field: 'url', detail: list.name });

    // The list is shortened and restored: nothing is banned twice, and no ban is lifted automatically.
    await refresh('https://elsewhere.example.org/x', ...pages.slice(0, 100));
    await refresh(...entries);
    await until(versions, isApplied);
    t.same((await banned()).sort(), expected.sort(), 'and nothing else was banned');
  },
);
