/** Clicks on short links. Each becomes an event of its contact once, unless it is suspicious. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import {
  connectLinks,
  disconnectLinks,
  showConnection,
} from '../../automations-api/plugins/automations/link-clicks/connection.ts';
import { parseShortUrl, withToken } from '../../automations-api/plugins/automations/link-clicks/contact-link.ts';
import { findBursts, type Visit } from '../../automations-api/plugins/automations/link-clicks/core/bursts.ts';
import { attachTags } from '../../daemon/links/core/tag-queries.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { readSiteKey } from '../../shared/link-clicks/site-key.ts';
import { addAdmin, openAdminBrowser } from '../fixtures/admins.ts';
import { addContact, addTerms, type Body, startAutomations } from '../fixtures/automations.ts';
import { agents, batchOf, clickOf, recordClicks } from '../fixtures/clicks.ts';
import { addWorkspaces, connectWorkspace, handOverTo } from '../fixtures/link-clicks.ts';
import { log, openTestDb, putLink } from '../fixtures/redirects.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const stores = await createStores(t);
const links = await openTestDb(t, stores);
const service = await startAutomations(
  t,
  { DEFAULT_SHORT_DOMAIN: 'go.test', CONTACT_CLICKS_WAIT_SECONDS: '1', ALLOW_PRIVATE_DESTINATIONS: '1' },
  stores,
);
const { get, post, del, db, config } = service;
const tools = { db, config, log, options: service.app.host.options.forPlugin('automations') };
const handOver = await handOverTo(links);
const { key, tokenOf } = await connectWorkspace(links);
await connectLinks(tools, key);

let made = 0;
async function newLink(tags: string[] = []) {
  const slug = `link${++made}`;
  const id = await putLink(links, { slug, public_id: `lnk_${slug}` });
  const tagged = { id, workspaceId: 1, archived: false, createdAt: new Date(), title: null, tags };
  await inTransaction(links, (trx) => attachTags(trx, [tagged]));
  return { id, publicId: `lnk_${slug}`, url: `http://go.test/${slug}` };
}
type Link = Awaited<ReturnType<typeof newLink>>;
const newContact = () => addContact(service, { email: `c${++made}@x.example` });
const click = (link: Link, contactId: number, fields: object = {}, at = Date.now()) =>
  clickOf(link.id, at, { contact: tokenOf(contactId), ...fields });
const record = (...clicks: ReturnType<typeof clickOf>[]) =>
  recordClicks(links, log, batchOf(clicks), new Date(), { handOver });

/** Waits until all waiting clicks have been received. */
async function settled(): Promise<void> {
  for (let left = 400; left > 0; left--) {
    if ((await links.selectFrom('contact_clicks').select('id').execute()).length === 0) return;
    await sleep(50);
  }
  throw new Error('clicks were not taken over');
}
/** Lists the contacts whose clicks still wait in the link service. */
const waiting = async () =>
  (await links.selectFrom('contact_clicks').select('contact_id').orderBy('id').execute()).map((row) => row.contact_id);
const clicksOf = async (id: number): Promise<Body[]> => (await get(`/contact/${id}/clicks`)).body.data.clicks;
const clickedBy = async (contactId: number) =>
  (
    await db
      .selectFrom('automations_clicked')
      .selectAll()
      .where('contact_id', '=', contactId)
      .orderBy('kind')
      .orderBy('name')
      .execute()
  ).map(({ name, kind, clicks }) => `${kind} ${name} ${clicks}`);
/** Returns the webhook events about a contact's clicks. */
const eventsOf = async (contactId: number): Promise<Body[]> =>
  (
    await db
      .selectFrom('automations_webhook_deliveries')
      .select('payload')
      .where('contact_id', '=', contactId)
      .where('event', '=', 'link.clicked')
      .orderBy('id')
      .execute()
  ).map(({ payload }) => JSON.parse(payload).data);

await post('/webhook/add', { url: 'http://127.0.0.1:9/', events: ['link.clicked'] });
// A new webhook gets events after a second.
await sleep(1_100);

t.test(
  "a click is reported with its time, its link and the link's tags at that time, and is stored with its contact",
  async (t) => {
    const [tagged, plain] = [await newLink(['spring', 'späte News']), await newLink()];
    const id = await newContact();
    const at = Date.now() - 60_000;
    await record(
      click(tagged, id, { qr: true }, at),
      click(plain, id, {}, at + 10_000),
      click(tagged, id, {}, at + 20_000),
    );
    await record(clickOf(plain.id, at));
    await settled();
    const first = { id: tagged.publicId, url: tagged.url, tags: ['spring', 'späte News'] };
    const notified = await eventsOf(id);
    t.match(notified[0], { contact_id: id, email: /@x\.example$/, link: first, at: new Date(at).toISOString() });
    t.same(
      notified.map(({ link }) => link.id),
      [tagged.publicId, plain.publicId, tagged.publicId],
    );
    t.match(await clicksOf(id), [
      { at: new Date(at + 20_000).toISOString(), link: { id: tagged.publicId, url: tagged.url }, trigger: 'link' },
      { link: { id: plain.publicId, url: plain.url }, confirmed: true, doubt: null },
      { at: new Date(at).toISOString(), trigger: 'qr', confirmed: true, doubt: null },
    ]);
    t.same(await clickedBy(id), [`1 ${tagged.publicId} 2`, `1 ${plain.publicId} 1`, '2 spring 2', '2 späte News 2']);
    t.match(await get(`/contact/${id}/clicks?limit=1&offset=2`), {
      body: { data: { clicks: { length: 1 }, limit: 1, offset: 2 } },
    });
    t.match((await get(`/contact/${id}/export`)).body.data.export.clicks, [
      { at: new Date(at).toISOString(), link: { id: tagged.publicId, url: tagged.url } },
      { link: { id: plain.publicId } },
      { link: { id: tagged.publicId } },
    ]);
    const { timeline } = (await get(`/contact/${id}/timeline`)).body.data;
    t.match(timeline[2], {
      event: 'link.clicked',
      by: { type: 'system' },
      data: { link: first, at: new Date(at).toISOString() },
    });
    const found = async (search: string) => (await get(`/clicked-links?search=${search}`)).body.data.links;
    t.same(await found(encodeURIComponent(tagged.url.slice(8))), [{ ID: tagged.publicId, url: tagged.url }]);
    t.same(await found('%25'), [], 'a wildcard is no more than a character');
    t.match(await get('/contact/999999/clicks'), { status: 404, body: { code: 'contact_not_exists' } });
  },
);

t.test('clicks by bots, prefetches and bursts are stored, but not reported', async (t) => {
  const three = [await newLink(), await newLink(), await newLink()] as [Link, Link, Link];
  const [machine, scanned, late, reader] = [
    await newContact(),
    await newContact(),
    await newContact(),
    await newContact(),
  ];
  const at = Date.now() - 60_000;
  await record(
    click(three[0], machine, { userAgent: agents.bot }, at),
    click(three[0], machine, { prefetched: true }, at + 1),
    click(three[1], machine, { prefetched: true }, at + 2),
    click(three[2], machine, { prefetched: true }, at + 3),
    click(three[0], machine, {}, at + 4),
    ...three.map((link, n) => click(link, scanned, {}, at + n * 2_000)),
    click(three[0], scanned, {}, at + 30_000),
    ...three.slice(0, 2).map((link) => click(link, late, {}, at)),
    // Neither of these is a burst: as many clicks over more than five seconds, and many clicks on only two links.
    ...three.map((link, n) => click(link, reader, {}, at + n * 2_501)),
    click(three[1], reader, {}, at + 1),
    click(three[1], reader, {}, at + 2),
  );
  await settled();
  // A late click still belongs to the burst, and sent events stay unchanged.
  await record(click(three[2], late, {}, at + 4_000));
  await settled();
  const doubtsOf = async (id: number) => (await clicksOf(id)).map(({ doubt }) => doubt).reverse();
  t.same(await doubtsOf(machine), ['bot', 'prefetch', 'prefetch', 'prefetch', null]);
  t.same(await doubtsOf(scanned), ['burst', 'burst', 'burst', null]);
  t.same(await doubtsOf(late), [null, null, 'burst']);
  t.same(await doubtsOf(reader), [null, null, null, null, null]);
  t.same(
    await Promise.all([machine, scanned, late, reader].map(async (id) => (await eventsOf(id)).length)),
    [1, 1, 2, 5],
  );
  t.same(await clickedBy(scanned), [`1 ${three[0].publicId} 1`]);
});

t.test('a rule runs only for confirmed clicks on its link', async (t) => {
  const three = [await newLink(), await newLink(), await newLink()] as [Link, Link, Link];
  const [reader, other, scanned] = [await newContact(), await newContact(), await newContact()];
  const [tag] = await addTerms(service, 'tag', [`clicked ${++made}`]);
  const steps = [{ action: 'add_tags', tags: [tag] }];
  const rule = { name: 'Clicked', trigger: { event: 'link.clicked', link: three[0].url }, steps, active: true };
  const { status, text } = await post('/rule/add', rule);
  t.equal(status, 200, text);
  // Each process learns of a rule within a second.
  await sleep(1_100);
  await record(
    click(three[0], reader),
    click(three[1], other),
    click(three[0], other, { userAgent: agents.bot }),
    ...three.map((link) => click(link, scanned)),
  );
  await settled();
  const isTagged = async (id: number) =>
    (await get(`/contact?id=${id}`)).body.data.contact.contact.db_contact.tags.includes(String(tag));
  for (let left = 200; left > 0 && !(await isTagged(reader)); left--) await sleep(50);
  t.same(await Promise.all([reader, other, scanned].map(isTagged)), [true, false, false]);
});

t.test('filters find contacts by clicked links and their tags, in the index and by SQL', async (t) => {
  const bySql = await startAutomations(
    t,
    { CONTACTS_INDEX_MEGABYTES: '0', REDIS_PREFIX: `${stores.redisPrefix}y` },
    stores,
  );
  const [spring, autumn] = [await newLink(['Spring', 'news']), await newLink(['autumn', 'news'])];
  const [both, one, bot, none] = [await newContact(), await newContact(), await newContact(), await newContact()];
  await post(`/contact/change-status/${one}`, { status: 'subscribed' });
  await record(
    click(spring, both),
    click(autumn, both),
    click(autumn, one),
    click(spring, bot, { userAgent: agents.bot }),
    clickOf(spring.id, Date.now()),
  );
  await settled();
  const mine = new Set([both, one, bot, none].map(String));
  const cases: [query: string, found: number[]][] = [
    [`clicked_link=${spring.url}`, [both]],
    [`clicked_link[]=${spring.url.replace('http://', 'HTTPS://')}/?a=1&clicked_link[]=${autumn.publicId}`, [both, one]],
    [`clicked_link=go.test/${spring.url.slice(-3)}x`, []],
    ['clicked_link=é', []],
    [`clicked_link[]=https://kürz.example/x&clicked_link[]=${spring.publicId}`, [both]],
    [`clicked_tag=news`, [both, one]],
    [`clicked_tag=Spring`, [both]],
    [`clicked_tag=spring`, []],
    [`clicked_tag=news&clicked_link=${spring.publicId}`, [both]],
    [`clicked_tag[]=autumn&clicked_tag[]=Spring&status=subscribed`, [one]],
  ];
  for (const [query, found] of cases) {
    for (const by of [service, bySql]) {
      const { contacts, total } = (await by.get(`/contacts?limit=500&${query}`)).body.data.contact;
      const ids = contacts.flatMap(({ id }: Body) => (mine.has(id) ? [Number(id)] : []));
      t.same(
        ids.sort((a: number, b: number) => a - b),
        found,
        query,
      );
      t.equal(total, contacts.length, query);
    }
  }
  await bySql.stop();
});

t.test('a batch of clicks that is sent repeatedly and concurrently is reported once', async (t) => {
  const others = await Promise.all(
    [1, 2].map(() =>
      startAutomations(t, { CONTACT_CLICKS_WAIT_SECONDS: '0', REDIS_PREFIX: `${stores.redisPrefix}x` }, stores),
    ),
  );
  const link = await newLink();
  const ids: number[] = [];
  while (ids.length < 30) ids.push(await newContact());
  const batches = ids.map((id) => batchOf([click(link, id)]));
  for (const batch of [...batches, ...batches]) await recordClicks(links, log, batch, new Date(), { handOver });
  await settled();
  for (const id of ids) {
    t.equal((await clicksOf(id)).length, 1);
    t.equal((await eventsOf(id)).length, 1);
  }
  await Promise.all(others.map(({ stop }) => stop()));
});

t.test('deleting a contact deletes its stored clicks, and its later clicks are discarded', async (t) => {
  const link = await newLink(['tag']);
  const [gone, goes] = [await newContact(), await newContact()];
  await record(click(link, goes));
  await settled();
  await record(click(link, gone), click(link, 123_456), click(link, goes));
  await del(`/contact/${gone}`);
  await settled();
  t.equal((await clicksOf(goes)).length, 2);
  await del(`/contact/${goes}`);
  const ids = [gone, goes, 123_456];
  for (const table of ['automations_link_clicks', 'automations_clicked'] as const) {
    t.same(await db.selectFrom(table).selectAll().where('contact_id', 'in', ids).execute(), [], table);
  }
});

t.test('earlier and later clicks of a merged contact belong to the kept contact', async (t) => {
  const [link, other] = [await newLink(['merged']), await newLink()];
  const [keep, goes, first] = [await newContact(), await newContact(), await newContact()];
  await record(click(link, goes), click(link, keep), click(other, goes));
  await settled();
  const merge = async (into: number, contact: number) => {
    const { status, text } = await post('/contact/merge', { keep: into, other: contact });
    t.equal(status, 200, text);
  };
  await merge(goes, first);
  await merge(keep, goes);
  t.same(await clickedBy(keep), [`1 ${link.publicId} 2`, `1 ${other.publicId} 1`, '2 merged 2']);
  await record(click(other, goes), click(other, first), click(other, keep));
  await settled();
  t.equal((await clicksOf(keep)).length, 6);
  t.same(await clickedBy(keep), [`1 ${link.publicId} 2`, `1 ${other.publicId} 4`, '2 merged 2']);
  t.same(
    (await eventsOf(keep)).slice(-3).map(({ contact_id }) => contact_id),
    [keep, keep, keep],
  );
  await del(`/contact/${keep}`);
  await record(click(other, goes));
  await settled();
  t.same(await db.selectFrom('automations_merged_contacts').selectAll().execute(), []);
  t.same(await clickedBy(keep), []);
});

t.test("clicks on a contact's personal short URL become events of that contact", async (t) => {
  const [link, id] = [await newLink(), await newContact()];
  const now = new Date();
  await addWorkspaces(links, 2);
  await putLink(links, { slug: 'theirs', workspace_id: 2 });
  const domain = {
    workspace_id: 1,
    hostname: 'mine.example',
    status: 'verified' as const,
    created_at: now,
    updated_at: now,
  };
  const { insertId } = await links
    .insertInto('domains')
    .values({ ...domain, public_id: 'dom_1' })
    .executeTakeFirstOrThrow();
  await putLink(links, { slug: 'own', domain_id: Number(insertId) });
  const linkOf = (url: string) => get(`/contact/${id}/link?url=${encodeURIComponent(url)}`);
  const wanted: [url: string, answer: string][] = [
    [link.url, `${link.url}?_wpc=${tokenOf(id)}`],
    [`${link.url}/?a=1&_wpc=old#top`, `${link.url}/?a=1&_wpc=${tokenOf(id)}#top`],
    ['https://mine.example/own', `https://mine.example/own?_wpc=${tokenOf(id)}`],
  ];
  for (const [url, answer] of wanted)
    t.strictSame((await linkOf(url)).body.data, { url: answer, limit: 0, offset: 0 }, url);
  const refused = [
    'http://go.test/nothing',
    'http://go.test/',
    'http://go.test/own',
    'http://go.test/theirs',
    'https://mine.example/theirs',
    `https://other.example/${link.publicId}`,
    'go.test/link1',
    link.url.replace('go.test', 'go.test:9'),
    link.url.replace('go.test', 'u:p@go.test'),
    'javascript:alert(1)',
    'nonsense',
  ];
  for (const url of refused) t.match(await linkOf(url), { status: 422, body: { code: 'unprocessable_entity' } }, url);
  t.match(await get(`/contact/${id}/link`), { status: 400, body: { code: 'required_fields_missing' } });
  t.match(await get(`/contact/999999/link?url=${link.url}`), { status: 404, body: { code: 'contact_not_exists' } });
  const token = new URL((await linkOf(link.url)).body.data.url).searchParams.get('_wpc') as string;
  await record(clickOf(link.id, Date.now(), { contact: token }));
  await settled();
  t.equal((await eventsOf(id)).length, 1);
});

t.test(
  'signed-in administrators can connect and disconnect workspaces, as the command line can; API keys cannot',
  async (t) => {
    const admin = openAdminBrowser(service);
    await addAdmin(service, 'binder@example.com');
    await admin.signIn('binder@example.com');
    const call = (method: string, at: string, body?: object) => admin.call(method, `/automations/${at}`, body);
    const connected = { connected: true, workspace_id: 'ws_test', known_to_links: true };
    const contact = await newContact();
    const isReportedConnected = async () => (await get(`/contact/${contact}/clicks`)).body.data.connected;
    t.match((await call('GET', 'links/connection')).body.data.connection, { ...connected, last_click_at: /^20.*Z$/ });
    t.equal(await isReportedConnected(), true, "included in the contact's clicks too");
    t.match(await call('POST', 'links/connect', { key: 'nonsense' }), {
      status: 422,
      body: { message: /this is not a key/ },
    });
    t.match((await call('POST', 'links/disconnect')).body.data.connection, {
      connected: false,
      workspace_id: null,
      known_to_links: false,
    });
    t.equal(await isReportedConnected(), false);
    t.match(await call('POST', 'links/disconnect'), { status: 422, body: { message: /No workspace is connected/ } });
    t.match((await call('POST', 'links/connect', { key })).body.data.connection, connected);
    const { audit } = (await call('GET', 'audit?action[]=links.connected&action[]=links.disconnected&by=user')).body
      .data;
    t.match(audit, [
      { action: 'links.connected', subject: 'ws_test', by: { name: 'binder' } },
      { action: 'links.disconnected' },
    ]);
    for (const answer of [
      await get('/links/connection'),
      await post('/links/connect', { key }),
      await post('/links/disconnect'),
    ])
      t.match(answer, { status: 403, body: { code: 'permission_denied' } });
  },
);

t.test('only the key of a connected workspace is accepted, and the key is stored encrypted', async (t) => {
  const [link, id] = [await newLink(), await newContact()];
  await t.rejects(connectLinks(tools, 'nonsense'), /this is not a key/);
  await t.rejects(connectLinks(tools, key.replace(/^wps_\d+/, 'wps_999')), /No workspace is connected with this key/);
  await t.rejects(connectLinks(tools, `${key.slice(0, -4)}AAAA`), /No workspace is connected with this key/);
  t.match(await showConnection(tools), { connected: true, workspaceId: 'ws_test', knownToLinks: true });
  const stored = JSON.stringify(await service.app.host.options.forPlugin('automations').get('connected-links', null));
  t.notOk(stored.includes(readSiteKey(key)?.secret ?? ''));
  await disconnectLinks(tools);
  t.match(await showConnection(tools), { connected: false });
  await t.rejects(disconnectLinks(tools), /No workspace is connected to this site/);
  t.match(await get(`/contact/${id}/link?url=${link.url}`), {
    status: 422,
    body: { message: /connected to this site/ },
  });
  await record(click(link, id));
  await sleep(2_500);
  t.same(await clicksOf(id), []);
  await connectLinks(tools, ` ${key}\n`);
  t.same(await waiting(), [], 'it is not reported later either');
  await record(click(link, id));
  await connectLinks(tools, key);
  await settled();
  t.equal(
    (await clicksOf(id)).length,
    1,
    'pending clicks stay when the same site is connected again, as with a new key',
  );
});

t.test(
  'disconnecting the site deletes waiting clicks; later clicks are deleted when their contact is deleted or erased',
  async (t) => {
    const link = await newLink();
    const ids = [await newContact(), await newContact(), await newContact(), await newContact()] as const;
    const [deleted, keep, merged, other] = ids;
    await record(...ids.map((id) => click(link, id)));
    await disconnectLinks(tools);
    t.same(await waiting(), []);
    await record(...ids.map((id) => click(link, id)));
    t.equal((await post('/contact/merge', { keep, other: merged })).status, 200);
    t.same(await waiting(), ids, "a merged contact's clicks wait for the kept one");
    t.equal((await del(`/contact/${deleted}`)).status, 200);
    t.same(await waiting(), [keep, merged, other]);
    t.equal((await post(`/contact/erase/${keep}`)).status, 200);
    t.same(await waiting(), [other]);
    await connectLinks(tools, key);
    // Disconnecting works even if the link service's database is gone.
    await disconnectLinks({ ...tools, config: { ...config, peopleDatabase: 'nowhere' } });
    await connectLinks(tools, key);
  },
);

t.test('clicks on three links within five seconds are a burst', async () => {
  const visit = fc.record({
    linkId: fc.constantFrom('a', 'b', 'c', 'd'),
    at: fc.integer({ min: 0, max: 60 }),
    doubt: fc.constantFrom('prefetch' as const, 'bot' as const, null, null),
  });
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 30 }), fc.integer({ min: 2, max: 4 }), (unsorted, links) => {
      const clicks: Visit[] = unsorted.sort((a, b) => a.at - b.at);
      const own = clicks.filter(({ doubt }) => doubt !== 'prefetch');
      const isIn = (click: Visit) =>
        own.some(({ at: from }) => {
          const around = own.filter(({ at }) => at >= from && at <= from + 5);
          return around.includes(click) && new Set(around.map(({ linkId }) => linkId)).size >= links;
        });
      const found = findBursts(clicks, { links, withinMs: 5 });
      return clicks.every((click) => found.has(click) === (own.includes(click) && isIn(click)));
    }),
    { numRuns: 500 },
  );
});

t.test("short URLs are parsed as in the link service, and the contact's token is added to them", async (t) => {
  const cases: [url: string, short: object | undefined][] = [
    ['http://go.test/a', { hostname: undefined, slug: 'a' }],
    ['HTTPS://GO.test:8080/a/?x=1#y', { hostname: undefined, slug: 'a' }],
    ['https://other.example/a_b-C', { hostname: 'other.example', slug: 'a_b-C' }],
    ['https://bücher.example/a', { hostname: 'xn--bcher-kva.example', slug: 'a' }],
    ['https://other.example./a', { hostname: 'other.example', slug: 'a' }],
    ['https://other.example:8080/a', { hostname: 'other.example', slug: 'a' }],
    ['https://go.test:443/a', { hostname: undefined, slug: 'a' }],
    ['http://go.test:443/a', undefined],
    ['http://go.test:9/a', undefined],
    ['https://other.example:9/a', undefined],
    ['http://u@go.test/a', undefined],
    ['http://:p@go.test/a', undefined],
    ['http://go.test/a/b', undefined],
    ['http://go.test/', undefined],
    ['ftp://go.test/a', undefined],
    ['http://go.test/%2f', undefined],
  ];
  for (const [url, short] of cases) t.strictSame(parseShortUrl(url, 'go.test:8080'), short, url);
  t.equal(withToken('http://go.test/a?b=%20&&_wpc&%5fwpc=x#x?y', 'T'), 'http://go.test/a?b=%20&_wpc=T#x?y');
});
