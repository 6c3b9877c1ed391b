/** Contacts' clicks, from the parts that a worker stores to the table that their site reads. */
import { randomBytes } from 'node:crypto';
import { keepDeletedLinks } from '../../../daemon/clicks/link-owner-queries.ts';
import type { Db } from '../../../daemon/core/tables.ts';
import { disconnectSite, rotateSite } from '../../../daemon/link-clicks/connect.ts';
import { attachTags } from '../../../daemon/links/core/tag-queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { readSiteKey } from '../../../shared/link-clicks/site-key.ts';
import { makeToken } from '../../../shared/link-clicks/token.ts';
import { agents, batchOf, clickOf, clicksInBlocks, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspaces, connectWorkspace, handOverTo, siteSecrets, tokensOf } from '../../fixtures/link-clicks.ts';
import { log, openTestDb, putLink } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { type Test, t } from '../../runner/tap.ts';

const workspace = { id: 1, public_id: 'ws_test' };

async function start(t: Test) {
  const db = await openTestDb(t, await createStores(t));
  const linkId = await putLink(db, { slug: 'here', public_id: 'lnk_here' });
  const record = async (...clicks: ReturnType<typeof clickOf>[]) =>
    recordClicks(db, log, batchOf(clicks), new Date(), { handOver: await handOverTo(db) });
  return { db, linkId, record };
}

const handedOver = (db: Db) => db.selectFrom('contact_clicks').selectAll().orderBy('id').execute();
const contactsIn = async (db: Db) => (await handedOver(db)).map(({ contact_id }) => contact_id);

t.test(
  "a click with a valid token is sent to the site with its link's data, and counted like any other click",
  async (t) => {
    const { db, linkId, record } = await start(t);
    const { siteId, tokenOf } = await connectWorkspace(db);
    const tagged = { id: linkId, workspaceId: 1, archived: false, createdAt: new Date(), title: null };
    await inTransaction(db, (trx) => attachTags(trx, [{ ...tagged, tags: ['späte News', 'a'] }]));
    const at = Date.now() - 5_000;
    const recorded = await record(
      clickOf(linkId, at, { contact: tokenOf(7), qr: true }),
      clickOf(linkId, at + 1, { contact: tokenOf(8), userAgent: agents.bot }),
      clickOf(linkId, at + 2, { contact: tokenOf(9), prefetched: true }),
      clickOf(linkId, at + 3),
    );
    t.equal(recorded.length, 3, 'a prefetch is no click');
    t.equal((await clicksInBlocks(db)).length, 3);
    const link = { site_id: siteId, workspace_id: 1, link_id: 'lnk_here', short_url: 'http://go.test/here' };
    t.match(await handedOver(db), [
      { ...link, contact_id: 7, qr: true, machine: null, clicked_at: new Date(at), tags: '["späte News","a"]' },
      { ...link, contact_id: 8, qr: false, machine: 'bot', clicked_at: new Date(at + 1) },
      { ...link, contact_id: 9, qr: false, machine: 'prefetch', clicked_at: new Date(at + 2) },
    ]);
  },
);

t.test('a repeated batch of clicks is stored for the site once, and a failed batch is not stored', async (t) => {
  const { db, linkId } = await start(t);
  const { tokenOf } = await connectWorkspace(db);
  const batch = batchOf([1, 2, 3].map((contactId) => clickOf(linkId, Date.now(), { contact: tokenOf(contactId) })));
  const only = batchOf([clickOf(linkId, Date.now(), { contact: tokenOf(4), prefetched: true })]);
  const handOver = await handOverTo(db);
  await t.rejects(
    recordClicks(db, log, batch, new Date(), {
      handOver: async (visits, now) =>
        (await handOver(visits, now)).map((row) => ({ ...row, short_url: 'x'.repeat(500) })),
    }),
  );
  t.same(await handedOver(db), []);
  await Promise.all(
    [batch, batch, only, batch, only].map((one) => recordClicks(db, log, one, new Date(), { handOver })),
  );
  t.same((await contactsIn(db)).sort(), [1, 2, 3, 4]);
  t.equal((await clicksInBlocks(db)).length, 3);
});

t.test("forged tokens, and tokens from other sites or on other workspaces' links, match no contact", async (t) => {
  const { db, linkId, record } = await start(t);
  await addWorkspaces(db, 2, 3);
  const other = await putLink(db, { slug: 'other', workspace_id: 2 });
  const disconnected = await putLink(db, { slug: 'disconnected', workspace_id: 3 });
  const [mine, theirs] = [await connectWorkspace(db), await connectWorkspace(db, 2)];
  const cases: [what: string, link: number, contact: string][] = [
    ['signed with an unknown key', linkId, makeToken(randomBytes(32), 1)],
    ['of the other site', linkId, theirs.tokenOf(1)],
    ['on a link of the other workspace', other, mine.tokenOf(1)],
    ['on a link of a workspace that is not connected', disconnected, mine.tokenOf(1)],
    ['changed', linkId, `B${mine.tokenOf(1).slice(1)}`],
  ];
  for (const [what, link, contact] of cases) {
    await record(clickOf(link, Date.now(), { contact }));
    t.same(await handedOver(db), [], what);
  }
  t.equal((await clicksInBlocks(db)).length, cases.length, 'they are still clicks');
  await record(clickOf(other, Date.now(), { contact: theirs.tokenOf(5) }));
  t.match(await handedOver(db), [{ site_id: theirs.siteId, workspace_id: 2, contact_id: 5 }]);
});

t.test('after a key change old tokens work until the next change, or until the old key is revoked', async (t) => {
  const { db, linkId, record } = await start(t);
  const first = (await connectWorkspace(db)).tokenOf;
  const rotate = async (revokesCurrent = false) =>
    tokensOf(await rotateSite(db, siteSecrets, workspace, { revokesCurrent, now: new Date() }));
  const click = (contact: string) => record(clickOf(linkId, Date.now(), { contact }));
  const second = await rotate();
  await click(first(1));
  await click(second(2));
  t.same(await contactsIn(db), [1, 2]);
  const third = await rotate();
  await click(first(3));
  await click(second(4));
  await click(third(5));
  t.same(await contactsIn(db), [1, 2, 4, 5]);
  const fourth = await rotate(true);
  await click(third(6));
  await click(fourth(7));
  t.same(await contactsIn(db), [1, 2, 4, 5, 7]);
  await t.rejects(connectWorkspace(db), /already connected/);
  await disconnectSite(db, workspace, new Date());
  t.same(await handedOver(db), [], 'clicks that are not taken over are dropped');
  await click(fourth(8));
  t.same(await handedOver(db), []);
  await t.rejects(disconnectSite(db, workspace, new Date()), /not connected to a site/);
});

t.test("a click on a link that was deleted in the meantime is sent with the link's last name", async (t) => {
  const { db, linkId, record } = await start(t);
  const { tokenOf } = await connectWorkspace(db);
  await inTransaction(db, async (trx) => {
    await keepDeletedLinks(trx, [linkId], new Date());
    await trx.deleteFrom('links').where('id', '=', linkId).execute();
  });
  await record(clickOf(linkId, Date.now(), { contact: tokenOf(1) }));
  t.match(await handedOver(db), [{ link_id: 'lnk_here', short_url: 'http://go.test/here', tags: '[]' }]);
});

t.test('no key is stored in plain text', async (t) => {
  const { db } = await start(t);
  const { key } = await connectWorkspace(db);
  const { secret = '' } = readSiteKey(key) ?? {};
  t.equal(secret.length, 43);
  const stored = JSON.stringify([
    await db.selectFrom('contact_sites').selectAll().execute(),
    await db.selectFrom('audit_entries').selectAll().execute(),
  ]);
  t.notOk(stored.includes(secret) || stored.includes(Buffer.from(secret, 'base64url').toString('hex')));
});
