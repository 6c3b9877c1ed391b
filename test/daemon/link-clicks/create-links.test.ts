/** Short links that a site requests for its emails: created once, or refused with the reason. */
import { openImports } from '../../../daemon/imports/open-imports.ts';
import { createRequestedLinks } from '../../../daemon/link-clicks/create-links.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { listAudited } from '../../fixtures/audited.ts';
import { addWorkspaces } from '../../fixtures/link-clicks.ts';
import { log, openTestDb } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const db = await openTestDb(t, await createStores(t));
const config = readConfig({ DEFAULT_SHORT_DOMAIN: 'go.test', SAFETY_SCAN: '0' });
const { context, within, close } = await openImports({ db, config, log, announceChanges: () => {} });
t.teardown(close);
const request = (workspace_id: number, external_id: string, url = 'https://shop.example/') =>
  db
    .insertInto('contact_links')
    .values({ workspace_id, external_id, url, title: 'Email: Welcome', requested_at: new Date() })
    .execute();
const create = (workspaceId = 1) => within(() => createRequestedLinks(context, workspaceId));
const linksOf = (workspaceId: number) =>
  db.selectFrom('links').selectAll().where('workspace_id', '=', workspaceId).orderBy('id').execute();
const requestsOf = (workspaceId: number) =>
  db.selectFrom('contact_links').selectAll().where('workspace_id', '=', workspaceId).orderBy('external_id').execute();

t.test(
  'a requested link is created once, however many workers create it and however often it is requested',
  async (t) => {
    for (let n = 0; n < 60; n++) await request(1, `email-1-${n}`);
    await Promise.all([create(), create(), create()].map((work) => work.catch(() => {})));
    while (await create());
    t.same(await requestsOf(1), []);
    await request(1, 'email-1-0');
    await create();
    const links = await linksOf(1);
    t.equal(links.length, 60);
    t.match(links[0], { url: 'https://shop.example/', title: 'Email: Welcome', domain_id: 0, created_by: null });
    t.equal(new Set(links.map(({ external_id }) => external_id?.toString())).size, 60);
    t.same((await listAudited(db, 1, 'link.create')).sort(), links.map(({ public_id }) => public_id).sort());
  },
);

t.test('a link that cannot be created is refused with the reason, and stops no other link', async (t) => {
  await addWorkspaces(db, 2, 3);
  const refused: [url: string, fault: RegExp][] = [
    ['https://127.0.0.1/', /destination/i],
    ['http://go.test/loop', /destination/i],
    ['https://', /url/i],
    ['http://user:secret@shop.example/', /destination/i],
  ];
  for (const [index, [url]] of refused.entries()) await request(2, `email-${index}`, url);
  await request(2, 'email-good');
  await create(2);
  t.equal((await linksOf(2)).length, 1);
  const stored = await requestsOf(2);
  t.equal(stored.length, refused.length);
  for (const [index, [url, fault]] of refused.entries()) t.match(stored[index]?.fault, fault, url);

  await db.updateTable('workspaces').set({ suspended_at: new Date() }).where('id', '=', 3).execute();
  await request(3, 'email-1');
  await create(3);
  t.match(await requestsOf(3), [{ fault: 'The workspace is suspended.' }]);
  for (let n = 0; n < 30; n++) await request(2, `email-more-${n}`);
  await create(2);
  t.equal((await linksOf(2)).length, config.plans.free.linksPerMonth);
});
