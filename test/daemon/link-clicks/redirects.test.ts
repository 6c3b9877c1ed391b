/** A contact's token in redirects, over real HTTP. */
import { setTimeout as sleep } from 'node:timers/promises';
import { disconnectSite } from '../../../daemon/link-clicks/connect.ts';
import { verifyMap } from '../../../daemon/redirect/map/verify-map.ts';
import { addWorkspaces, connectWorkspace } from '../../fixtures/link-clicks.ts';
import { openTestDb, putLink, startRedirects } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const token = 'AAAAABabcdefg-';
const past = new Date(Date.now() - 60_000);

t.test("a connected workspace's link removes the token from the URL, and records it with the click", async (t) => {
  const db = await openTestDb(t, await createStores(t));
  await putLink(db, { slug: 'plain' });
  await putLink(db, { slug: 'moved', redirect_type: 301 });
  await putLink(db, { slug: 'own', url: 'https://example.com/?_wpc=mine&a=1' });
  await putLink(db, { slug: 'over', expires_at: past, expired_url: 'https://example.com/over' });
  await connectWorkspace(db);
  const { visit, clicks, current, sync } = await startRedirects(t, db);
  const cases: [path: string, location: string, contact: string | undefined, status?: number][] = [
    ['/plain', 'https://example.com/', undefined],
    ['/moved', 'https://example.com/', undefined, 301],
    [`/plain?_wpc=${token}`, 'https://example.com/', token],
    [`/moved?_wpc=${token}`, 'https://example.com/', token, 301],
    [`/plain?a=1&_wpc=${token}&b=2&qr=1`, 'https://example.com/?a=1&b=2', token],
    [`/over?_wpc=${token}&a=1`, 'https://example.com/over?a=1', token],
    [`/own?_wpc=${token}`, 'https://example.com/?_wpc=mine&a=1', token],
    // In any encoding by the client.
    [`/plain?%5Fwpc=${token}&a=1`, 'https://example.com/?a=1', token],
    [`/plain?%5fwp%63=%${token.charCodeAt(0).toString(16)}${token.slice(1)}`, 'https://example.com/', token],
    [`/plain?%5Fwpc%=${token}`, `https://example.com/?%5Fwpc%=${token}`, undefined],
    // An invalid token is also removed from the destination.
    ['/plain?_wpc', 'https://example.com/', undefined],
    ['/plain?_wpc=', 'https://example.com/', undefined],
    [`/plain?_wpc=${token}x`, 'https://example.com/', undefined],
    ['/plain?_wpc=%C3%A4&a=1', 'https://example.com/?a=1', undefined],
    [`/plain?_wpc=${token}&_wpc=other`, 'https://example.com/', token],
    // Parameters with similar names stay.
    [`/plain?_wpcf7=1&x_wpc=${token}`, `https://example.com/?_wpcf7=1&x_wpc=${token}`, undefined],
  ];
  for (const [path, location, contact, status = 302] of cases) {
    clicks.length = 0;
    const answer = await visit({ path });
    t.match(answer, { status, headers: { location } }, path);
    t.same(
      clicks.map((click) => click.contact),
      [contact],
      path,
    );
  }
  t.equal((await verifyMap(db, current, sync)).differing, 0, 'the map equals MySQL');
});

t.test(
  "other workspaces' links pass the token on to the destination, and connecting or disconnecting changes existing links",
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    await putLink(db, { slug: 'here' });
    await addWorkspaces(db, 2);
    await putLink(db, { slug: 'there', workspace_id: 2 });
    const { visit, clicks, sync } = await startRedirects(t, db);
    const locationOf = async (slug: string) => (await visit({ path: `/${slug}?_wpc=${token}` })).headers.location;
    const passedOn = `https://example.com/?_wpc=${token}`;
    t.equal(await locationOf('here'), passedOn, 'while nothing is connected');
    t.equal(clicks[0]?.contact, undefined);

    await connectWorkspace(db);
    await putLink(db, { slug: 'new' });
    await sync.catchUp();
    t.equal(await locationOf('here'), 'https://example.com/');
    t.equal(await locationOf('new'), 'https://example.com/', 'a link created later');
    t.equal(await locationOf('there'), passedOn);

    await disconnectSite(db, { id: 1, public_id: 'ws_test' }, new Date());
    await sync.catchUp();
    t.equal(await locationOf('here'), passedOn);
  },
);

t.test('connecting a workspace applies to all its links, even if it has more than a thousand', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const now = new Date();
  const link = { workspace_id: 1, domain_id: 0, url: 'https://example.com/', redirect_type: 302, updated_at: now };
  const slugs = Array.from({ length: 2_345 }, (_, n) => `s${n}`);
  await db
    .insertInto('links')
    // Many created at the same time, so that a batch ends among them.
    .values(slugs.map((slug, n) => ({ ...link, public_id: `lnk_${slug}`, slug, created_at: new Date(n >> 9) })))
    .execute();
  const { current, sync } = await startRedirects(t, db);
  await connectWorkspace(db);
  await sync.catchUp();
  await sleep(50);
  t.equal((await verifyMap(db, current, sync)).differing, 0);
});
