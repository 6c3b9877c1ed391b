/** Guarantees for links in emails, with the link service's processes: their short links, and the clicks on them. */
import { request as ask } from 'node:http';
import { connectLinks } from '../../../automations-api/plugins/automations/link-clicks/connection.ts';
import { openShortUrls } from '../../../automations-api/plugins/automations/link-clicks/short-urls.ts';
import { disconnectSite } from '../../../daemon/link-clicks/connect.ts';
import { deleteLink } from '../../../daemon/links/core/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { addContact, addTerms, type Body, startAutomations } from '../../fixtures/automations.ts';
import { agents } from '../../fixtures/clicks.ts';
import { connectWorkspace } from '../../fixtures/link-clicks.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { service as process } from '../../fixtures/processes.ts';
import { log, openTestDb, putLink } from '../../fixtures/redirects.ts';
import { addRule, untilRuns } from '../../fixtures/rules.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const stores = await createStores(t);
const links = await openTestDb(t, stores);
const mailbox = await startMailServer(t);
const settings = {
  BASE_URL: 'http://go.test/api',
  DEFAULT_SHORT_DOMAIN: 'go.test',
  CERTIFICATE_SECRET: 'a secret of tests',
  CONTACT_CLICKS_WAIT_SECONDS: '1',
  CONTACT_CLICKS_BURST_SECONDS: '1',
};
const site = await startAutomations(t, { ...settings, SMTP_URL: mailbox.url }, stores);
const { get, post, db, config } = site;
const { mysqlUrl: MYSQL_URL, redisUrl: REDIS_URL, redisPrefix: REDIS_PREFIX } = stores;
const env = { ...settings, MYSQL_URL, REDIS_URL, REDIS_PREFIX, LOCAL_DIR: config.localDir };
const daemon = await process(t, 'daemon/server.js', 'LINKS_PORT', env);
const worker = await process(t, 'daemon/worker.js', 'LINKS_PORT', env);
const { key, siteId } = await connectWorkspace(links);
const connect = () => connectLinks({ db, config, log, options: site.app.host.options.forPlugin('automations') }, key);

const [tag] = (await addTerms(site, 'tag', ['Start'])) as [number];
const trigger = { event: 'tag.added', tag };
const offer = 'https://shop.example/offer?a=1&b=2#top';
let made = 0;
/** Adds a template and an active rule that sends it, and then waits for a click. */
async function addMailing(body: string) {
  const name = `Offer ${++made}`;
  const template: number = (await post('/template/add', { name, subject: 'An offer', body })).body.data.template.ID;
  const [start] = (await addTerms(site, 'tag', [name])) as [number];
  const steps = [{ action: 'send_mail', template }, { wait: '30 days' }, { action: 'add_tags', tags: [tag] }];
  const rule = await addRule(site, {
    ...{ steps, goal: { event: 'link.clicked' } },
    trigger: { ...trigger, tag: start },
    active: true,
  });
  return { name, template, rule: rule.ID as number, start };
}
type Mailing = Awaited<ReturnType<typeof addMailing>>;
async function newReader() {
  const email = `c${++made}@x.example`;
  return { email, id: await addContact(site, { email, status: 'subscribed', f_name: 'Ada' }) };
}
/** Sends a mailing to a contact. Resolves to the URLs in the HTML and in the text part. */
async function send({ start }: Mailing, { id, email }: Awaited<ReturnType<typeof newReader>>) {
  await post(`/contact/tag-assign/${id}`, { tags: [start] });
  const mail = await mailbox.waitFor(email);
  const hrefs = [...String(mail.html).matchAll(/href="([^"]+)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&').replaceAll('&#38;', '&'),
  );
  return { hrefs, text: mail.text ?? '', messageId: mail.messageId };
}
const counts = async ({ template }: Mailing): Promise<Body> => (await get(`/template/${template}`)).body.data.template;
const createdLinks = () =>
  links.selectFrom('links').selectAll().where('external_id', 'is not', null).orderBy('id').execute();
const requests = () => links.selectFrom('contact_links').selectAll().execute();
const visit = (url: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    const { pathname, search } = new URL(url);
    const headers = { Host: 'go.test', 'User-Agent': agents.firefox };
    ask({ host: '127.0.0.1', port: daemon.port, path: pathname + search, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.headers.location));
    })
      .on('error', reject)
      .end();
  });

t.test('without a connected workspace, links in emails stay unchanged', async (t) => {
  const { hrefs, text } = await send(await addMailing(`[Offer](${offer})`), await newReader());
  t.ok(hrefs.includes(offer));
  t.match(text, offer);
  t.same(await requests(), []);
});

t.test('while the link service is down, an email waits a minute and then keeps its original links', async (t) => {
  await connect();
  const mailing = await addMailing(`[Offer](${offer})`);
  const reader = await newReader();
  const sent = send(mailing, reader);
  const [request] = await until(requests, (rows) => rows.length === 1);
  t.match(request, { url: offer, title: `Email: ${mailing.name}`, fault: null });
  t.same(
    mailbox.mails.filter(({ text }) => text?.includes('go.test')),
    [],
  );
  await links
    .updateTable('contact_links')
    .set({ requested_at: new Date(Date.now() - 61_000) })
    .execute();
  t.ok((await sent).hrefs.includes(offer));
  await until(async () => (await counts(mailing)).sent === 1);
});

t.test(
  'each template and URL gets one short link with a token for each contact and email, and previews get no links',
  async (t) => {
    await Promise.all([daemon.start(), worker.launch()]);
    await until(requests, (rows) => rows.length === 0);
    const earlier = (await createdLinks()).length;
    t.equal(earlier, 1, 'the link that was requested before');
    await putLink(links, { slug: 'own', public_id: 'lnk_own' });
    const body = [
      `[Offer](${offer}) [again](${offer}) [own](http://go.test/own)`,
      '[personal](https://shop.example/?name={{ f_name }}) [loop](http://go.test/api) [mail](mailto:a@x.example)',
    ].join('\n\n');
    const mailing = await addMailing(body);
    const readers = [await newReader(), await newReader()] as const;
    await post('/template/preview', { subject: 'S', body, ID: readers[0].id });
    await post(`/template/${mailing.template}/preview`, { ID: readers[0].id });
    await post(`/template/${mailing.template}/test`, { email: 'test@x.example' });
    t.match((await mailbox.waitFor('test@x.example')).text, offer);
    t.equal((await createdLinks()).length + (await requests()).length, earlier);

    const mails = [await send(mailing, readers[0]), await send(mailing, readers[1])] as const;
    const [link] = (await createdLinks()).slice(earlier);
    t.match(link, { url: offer, title: `Email: ${mailing.name}`, archived: false });
    t.equal((await createdLinks()).length, earlier + 1);
    const short = new RegExp(`^http://go\\.test/${link?.slug}\\?_wpc=[\\w-]{20}$`);
    for (const { hrefs, text } of mails) {
      t.equal(hrefs.filter((url) => short.test(url)).length, 2);
      t.equal(hrefs.filter((url) => /^http:\/\/go\.test\/own\?_wpc=[\w-]{20}$/.test(url)).length, 1);
      for (const kept of ['https://shop.example/?name=Ada', 'http://go.test/api', 'mailto:a@x.example'])
        t.ok(hrefs.includes(kept), kept);
      t.match(text, `http://go.test/${link?.slug}?_wpc=`);
      t.notMatch(text, offer);
    }
    t.not(mails[0].hrefs[0], mails[1].hrefs[0]);
    t.match(await requests(), [{ url: 'http://go.test/api', fault: /own|short/ }]);
    const tags = await links
      .selectFrom('link_tags')
      .innerJoin('tags', 'tags.id', 'link_tags.tag_id')
      .select('tags.name')
      .where('link_id', '=', link?.id ?? 0)
      .execute();
    t.same(
      tags.map(({ name }) => String(name)),
      ['email'],
    );

    const second = await addMailing(`[Offer](${offer})`);
    const [other] = (await send(second, readers[0])).hrefs.filter((url) => url.includes('_wpc'));
    t.notMatch(other, short, 'another template has another link');
  },
);

t.test('a click reaches the goal of the rule, and counts for the email with the link', async (t) => {
  const mailing = await addMailing(`[Offer](${offer}) [own](http://go.test/own)`);
  const later = await addMailing(`[Offer](${offer}) [own](http://go.test/own)`);
  for (const name of ['/own', '']) {
    const reader = await newReader();
    const { hrefs } = await send(mailing, reader);
    await send(later, reader);
    const before = (await counts(mailing)).clicked;
    const url = hrefs.find((one) => one.includes(`${name}?_wpc=`)) as string;
    const clickedAt = Date.now();
    t.match(await visit(url), name === '' ? offer : 'https://example.com/');
    await untilRuns(site, mailing.rule, 'reached_goal', before + 1);
    t.comment(`the click reached the goal after ${Date.now() - clickedAt} ms`);
    t.match(await counts(mailing), { clicked: before + 1 });
    t.match(await counts(later), { clicked: 0 });
    const [event] = (await get(`/contact/${reader.id}/timeline?event=link.clicked`)).body.data.timeline;
    t.match(event, { data: { link: { url: url.replace(/\?.*/, '') } } });
    // A second click on the same email does not count.
    await visit(url);
    await until(async () => (await get(`/contact/${reader.id}/clicks`)).body.data.clicks.length === 2);
    t.match(await counts(mailing), { clicked: before + 1 });
  }
});

t.test('a deleted link is created again, and disconnecting the site deletes the requests for links', async (t) => {
  const [link] = await createdLinks();
  const template = { id: Number(link?.external_id?.toString().split('-')[1]), name: 'Offer' };
  // Each call has its own cache.
  const shorten = () =>
    openShortUrls({ db, config }, async () => ({ siteId, tokenKey: Buffer.alloc(32) }))(
      { contact: 1, mail: 1, template },
      [offer],
    );
  t.match((await shorten()).shorten(offer), `/${link?.slug}?`);
  await inTransaction(links, (trx) => deleteLink(trx, 1, link?.public_id ?? '', new Date()));
  t.equal((await shorten()).isComplete, false);
  const again = await until(shorten, ({ isComplete }) => isComplete);
  t.match(again.shorten(offer), /go\.test\/\w{7}\?_wpc=/);
  t.notMatch(again.shorten(offer), `/${link?.slug}?`);
  t.equal((await requests()).length, 1);
  await disconnectSite(links, { id: 1, public_id: 'ws_test' }, new Date());
  t.same(await requests(), []);
  t.same((await shorten()).shorten(offer), offer);
});
