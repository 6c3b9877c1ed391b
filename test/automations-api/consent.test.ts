/** Consent: a contact's own URLs, the pages they open, double opt-in, and a site's settings. */
import fc from 'fast-check';
import { defaultTemplate } from '../../automations-api/plugins/automations/consent/confirmation-mail.ts';
import { type ConsentPurpose, createConsentTokens } from '../../automations-api/plugins/automations/consent/tokens.ts';
import { fillTags, tagsIn } from '../../shared/mail/merge-tags.ts';
import { deriveKey } from '../../shared/secrets/installation-secret.ts';
import {
  addContact,
  addTerms,
  answerOf,
  type Body,
  keepCounts,
  recordOf,
  startAutomations,
} from '../fixtures/automations.ts';
import { startMailServer } from '../fixtures/mail.ts';
import { ask } from '../fixtures/requests.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const mailbox = await startMailServer(t);
const stores = await createStores(t);
const service = await startAutomations(t, { SMTP_URL: mailbox.url }, stores);
const { get, post, db, site, config } = service;
keepCounts(t, service);

const pages = `${site}/wp-json/automations-consent/v1`;
const tokens = createConsentTokens(await deriveKey(config, 'consent'));
let people = 0;
const newEmail = () => `person${++people}@consent.example`;
const add = async (more: object = {}) => addContact(service, { email: newEmail(), status: 'subscribed', ...more });
const statusOf = async (id: number) => (await recordOf(service, id)).status;
const listsOf = async (id: number): Promise<number[]> => JSON.parse((await recordOf(service, id)).lists);
const settle = (settings: object) => post('/consent/settings', settings);
const contactOf = (id: number) =>
  db.selectFrom('automations_contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Returns the URL of a contact's page at this test's service. */
async function addressOf(page: ConsentPurpose, id: number, expiresAt?: Date) {
  return `${pages}/${page}?token=${tokens.make(page, await contactOf(id), expiresAt && { expiresAt })}`;
}
const open = async (url: string, init?: RequestInit) => answerOf(await fetch(url, init));
const press = (url: string, form: [string, string][] = []) =>
  open(url, { method: 'POST', body: new URLSearchParams(form) });
const soon = () => new Date(Date.now() + 60_000);
const here = (url: string) => url.replace(config.siteUrl, site);
const linkIn = (text: string | undefined, page: ConsentPurpose) =>
  here(new RegExp(`http\\S+/${page}\\?token=[\\w-]+`).exec(text ?? '')?.[0] ?? 'none');

t.test("a contact's own URLs are sent in the headers of RFC 8058", async (t) => {
  const id = await add();
  const { body } = await get(`/contact/${id}/consent-links`);
  const { unsubscribe_url, preferences_url, headers } = body.data.consent_links;
  t.equal(here(unsubscribe_url), await addressOf('unsubscribe', id));
  t.equal(here(preferences_url), await addressOf('preferences', id));
  t.same(headers, {
    'List-Unsubscribe': `<${unsubscribe_url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  t.match(await get('/contact/999999/consent-links'), { status: 404, body: { code: 'contact_not_exists' } });
});

t.test('an unsubscribe URL emailed before a merge unsubscribes the kept contact', async (t) => {
  const [kept, other, last] = [await add(), await add(), await add()];
  const [unsubscribe, confirm] = [await addressOf('unsubscribe', other), await addressOf('confirm', other, soon())];
  t.equal((await post('/contact/merge', { keep: kept, other })).status, 200);
  t.equal((await post('/contact/merge', { keep: last, other: kept })).status, 200, 'and once more');
  t.match((await open(confirm)).text, /no longer|not known|unknown|does not/i, "only the email's own URL confirms it");
  t.match(await press(unsubscribe), { status: 200 });
  t.equal(await statusOf(last), '3');
  t.equal((await post(`/contact/erase/${last}`)).status, 200);
  t.equal((await open(unsubscribe)).status, 404, 'it no longer matches anyone');
});

t.test('opening a consent page changes nothing, even if the URL overrides the method', async (t) => {
  const id = await add({ status: 'unverified' });
  const before = await contactOf(id);
  for (const page of ['unsubscribe', 'preferences', 'confirm'] as const) {
    const url = await addressOf(page, id, page === 'confirm' ? soon() : undefined);
    const route = `/automations-consent/v1/${page}`;
    const token = url.split('token=')[1];
    for (const [asked, init] of [
      [url, {}],
      [url, { method: 'HEAD' }],
      [`${url}&_method=POST`, {}],
      [`${url}&_method=POST&choice=unsubscribe`, {}],
      [`${site}/?rest_route=${route}&token=${token}&_method=POST`, {}],
      [url, { headers: { 'X-HTTP-Method-Override': 'POST' } }],
      [`${url}&choice=unsubscribe&List-Unsubscribe=One-Click`, {}],
      [url, { method: 'OPTIONS' }],
      [url, { headers: { 'Sec-Purpose': 'prefetch' } }],
    ] as const) {
      const { status } = await open(asked, init);
      t.ok([200, 404].includes(status), `${page} ${asked.slice(url.length)} ${status}`);
    }
  }
  t.same(await contactOf(id), before);
});

t.test('pages are HTML without scripts, and are never cached, indexed or framed', async (t) => {
  const id = await add();
  const hostile = await addContact(service, { email: '<script>@evil.example'.replace(/[<>]/g, "'"), f_name: '<b>' });
  for (const url of [
    await addressOf('unsubscribe', id),
    await addressOf('preferences', hostile),
    `${pages}/unsubscribe?token=wrong`,
  ]) {
    const { headers, text } = await open(url, { headers: { Accept: 'text/html' } });
    t.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    t.match(
      headers.get('content-security-policy'),
      /^default-src 'none'; style-src 'sha256-[^ ]+'; form-action 'self'/,
    );
    t.match(headers.get('content-security-policy'), /frame-ancestors 'none'/);
    t.equal(headers.get('cache-control'), 'no-store');
    t.equal(headers.get('referrer-policy'), 'no-referrer');
    t.match(headers.get('x-robots-tag'), /noindex/);
    t.notMatch(text, /<script|src=|javascript:/i);
  }
});

t.test(
  "one click in a mail program or on the page's button unsubscribes the contact, and repeating it changes nothing",
  async (t) => {
    for (const init of [
      { method: 'POST', body: new URLSearchParams([['List-Unsubscribe', 'One-Click']]) },
      { method: 'POST', body: multipart('List-Unsubscribe', 'One-Click') },
      { method: 'POST' },
    ]) {
      const id = await add();
      const url = await addressOf('unsubscribe', id);
      t.match((await open(url)).text, /<button/);
      const answer = await open(url, { ...init, redirect: 'error' });
      t.equal(answer.status, 200);
      t.match(answer.text, /You are unsubscribed/);
      t.equal(await statusOf(id), '3');
      t.notMatch(answer.text, (await contactOf(id)).email, 'the full email is not shown');
      const { last_modified } = await contactOf(id);
      t.equal((await open(url, init)).status, 200);
      t.same((await contactOf(id)).last_modified, last_modified, 'again it changes nothing');
      t.notMatch((await open(url)).text, /<button/);
    }
  },
);

function multipart(name: string, value: string) {
  const form = new FormData();
  form.append(name, value);
  return form;
}

t.test('a form that is sent in chunks is answered like any other form', async (t) => {
  const id = await add();
  const port = Number(new URL(site).port);
  const url = new URL(await addressOf('unsubscribe', id));
  const headers = { 'Transfer-Encoding': 'chunked' };
  const answer = await ask(port, { method: 'POST', path: url.pathname + url.search, headers, body: 'a=b' });
  t.match([answer.status, answer.body], [200, /You are unsubscribed/]);
  t.equal(await statusOf(id), '3');
});

t.test(
  'a token is valid only for its contact and purpose and only until it expires, and cannot be forged',
  async (t) => {
    const [id, other] = [await add({ status: 'unverified' }), await add({ status: 'unverified' })];
    const contact = await contactOf(id);
    const good = tokens.make('unsubscribe', contact);
    const bytes = Buffer.from(good, 'base64url');
    const withId = Buffer.from(bytes);
    withId.writeUIntBE(other, 1, 6);
    const foreign = createConsentTokens(await deriveKey({ ...config, certificateSecret: 'another' }, 'consent'));
    const flipped = Array.from({ length: bytes.length }, (_, at) => {
      const changed = Buffer.from(bytes);
      (changed[at] as number) ^= 1;
      return changed.toString('base64url');
    });
    for (const token of [
      '',
      'x',
      good.slice(0, -1),
      `${good}A`,
      withId.toString('base64url'),
      foreign.make('unsubscribe', contact),
      tokens.make('preferences', contact),
      tokens.make('confirm', contact, { expiresAt: soon() }),
      tokens.make('unsubscribe', { ...contact, uid: 'f'.repeat(32) }),
      ...flipped,
    ]) {
      t.equal((await press(`${pages}/unsubscribe?token=${token}`)).status, 404, token);
    }
    for (const ending of ['', ')', '.', '%3E', '%E2%80%8B', '=', '&utm_source=chat']) {
      for (const page of ['unsubscribe', 'preferences'] as const) {
        const opened = await open(`${await addressOf(page, id)}${ending}`);
        t.equal(opened.status, 200, `${page} with ${ending}, as chats copy it`);
      }
    }
    t.same([await statusOf(id), await statusOf(other)], ['0', '0']);
    t.equal((await press(await addressOf('confirm', id, new Date(Date.now() - 1_000)))).status, 410);
    const old = await addressOf('confirm', id, soon());
    await post(`/contact/update-email/${id}`, { email: newEmail() });
    t.equal((await press(old)).status, 404, 'a confirmation belongs to the email it was sent to');
    t.equal((await press(`${pages}/unsubscribe?token=${good}`)).status, 200, 'an older mail still unsubscribes');
    await service.del(`/contact/${other}`);
    t.equal(
      (await press(`${pages}/unsubscribe?token=${tokens.make('unsubscribe', { ...contact, id: other })}`)).status,
      404,
    );
  },
);

const anyId = fc.integer({ min: 1, max: 2 ** 48 - 1 });

t.test('arbitrary text is never accepted as a token, and every issued token can be read', async () => {
  fc.assert(
    fc.property(fc.string(), (text) => tokens.read('unsubscribe', text) === undefined),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(anyId, fc.option(anyId, { nil: undefined }), fc.string(), (id, mailId, uid) => {
      const contact = { id, uid, email_key: 'a@b.example' };
      const read = tokens.read('preferences', tokens.make('preferences', contact, { mailId }));
      const isRead = read?.contactId === id && read.mailId === mailId && !read.isExpired;
      return isRead && read.isOf(contact) && !read.isOf({ ...contact, uid: `${uid}x` });
    }),
    { numRuns: 200 },
  );
});

t.test('a contact can choose public lists, and its other lists stay unchanged', async (t) => {
  const [news, offers, staff] = (await addTerms(service, 'list', ['News', 'Offers & <more>', 'Staff'])) as number[];
  t.equal((await settle({ public_lists: [news, offers] })).status, 200);
  const id = await add({ lists: [news, staff] });
  const url = await addressOf('preferences', id);
  const { text } = await open(url);
  t.match(text, `value="${news}" checked`);
  t.match(text, `value="${offers}">`);
  t.match(text, 'Offers &#38; &#60;more&#62;');
  t.notMatch(text, 'Staff');
  const save = (...lists: unknown[]) =>
    press(url, [['choice', 'save'], ...lists.map((list): [string, string] => ['lists[]', String(list)])]);
  t.match((await save(offers)).text, /Your choice is saved/);
  t.same(await listsOf(id), [offers, staff]);
  await save(news, offers, staff, 999_999);
  t.same(await listsOf(id), [news, offers, staff]);
  await save();
  t.same(await listsOf(id), [staff], 'a list that is not public stays');
  await save(staff);
  t.same(await listsOf(id), [staff]);
  t.equal(await statusOf(id), '1');

  await press(url, [['choice', 'unsubscribe']]);
  t.equal(await statusOf(id), '3');
  t.match((await open(url)).text, /Subscribe again/);
  await save(news);
  t.equal(await statusOf(id), '3', 'choosing lists is not subscribing');
  await press(url, [
    ['choice', 'resubscribe'],
    ['lists[]', String(offers)],
  ]);
  t.equal(await statusOf(id), '1');
  t.same(await listsOf(id), [offers, staff]);

  await service.del(`/list/${news}`);
  t.notMatch((await open(url)).text, 'News', 'a deleted list is not offered');
  await save(news as number);
  t.same(await listsOf(id), [staff]);
  await settle({ public_lists: [] });
});

t.test('the settings name each public list once, and only while it exists', async (t) => {
  const [kept, gone] = (await addTerms(service, 'list', ['Kept', 'Soon gone'])) as [number, number];
  const shown = async () => (await get('/consent/settings')).body.data.consent.public_lists;
  t.same((await settle({ public_lists: [kept, gone, kept] })).body.data.consent.public_lists, [kept, gone]);
  t.same(await shown(), [kept, gone]);
  const { text } = await open(await addressOf('preferences', await add({ lists: [kept] })));
  t.equal(text.split(`value="${kept}"`).length, 2, 'one checkbox');
  await service.del(`/list/${gone}`);
  t.same(await shown(), [kept]);
  t.equal((await settle({ public_lists: await shown() })).status, 200, 'what is shown can be sent back');
  await settle({ public_lists: [] });
});

t.test(
  'resubscribing and confirming never clear a bounce, and confirming never clears a complaint or an unsubscribe',
  async (t) => {
    for (const [before, page, choice, after] of [
      ['bounced', 'preferences', 'resubscribe', '2'],
      ['soft_bounced', 'preferences', 'resubscribe', '4'],
      ['complaint', 'unsubscribe', '', '5'],
      ['complaint', 'preferences', 'unsubscribe', '5'],
      ['complaint', 'preferences', 'resubscribe', '1'],
      ['bounced', 'unsubscribe', '', '3'],
      ['unverified', 'unsubscribe', '', '3'],
      ['unsubscribed', 'confirm', '', '3'],
      ['bounced', 'confirm', '', '2'],
      ['complaint', 'confirm', '', '5'],
      ['subscribed', 'confirm', '', '1'],
      ['unverified', 'confirm', '', '1'],
      ['unverified', 'preferences', 'nonsense', '0'],
    ] as const) {
      const id = await add({ status: before });
      await press(await addressOf(page, id, page === 'confirm' ? soon() : undefined), [['choice', choice]]);
      t.equal(await statusOf(id), after, `${before}, ${page} ${choice}`);
    }
  },
);

t.test(
  "a contact's action is reported once, with the contact as its author, even if the contact clicks several times at once",
  async (t) => {
    const id = await add();
    const { email } = await contactOf(id);
    const received: Body[] = [];
    const forget = service.app.host.hooks.addAction('automations_contact_status_changed', (event: Body) => {
      if (event.contactId === id) received.push(event);
    });
    t.teardown(forget);
    const url = await addressOf('unsubscribe', id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => press(url)));
    t.ok(answers.every(({ status }) => status === 200));
    t.equal(received.length, 1);
    t.match(received[0], {
      by: { type: 'contact', id, name: email },
      data: { status: '3', previous: { status: '1' } },
    });
  },
);

t.test('a bulk action does not subscribe contacts who opted out, unless the action passes `resubscribe`', async (t) => {
  const [tag] = await addTerms(service, 'tag', ['Acted on']);
  const statuses = ['subscribed', 'unsubscribed', 'complaint', 'bounced'];
  const ids = await Promise.all(statuses.map((status) => add({ status, tags: [tag] })));
  const act = async (more: object) => {
    const action = { filter: { tag: [tag] }, action: 'set_status', ...more };
    const { ID } = (await post('/contacts/action', action)).body.data.job;
    await until(async () => (await get(`/job/${ID}`)).body.data.job.status === 'done');
    return Promise.all(ids.map(statusOf));
  };
  t.same(await act({ status: 'unverified' }), ['0', '3', '5', '0']);
  t.same(await act({ status: 'subscribed', resubscribe: false }), ['1', '3', '5', '1']);
  t.same(await act({ status: 'subscribed', resubscribe: true }), ['1', '1', '1', '1']);
});

t.test('settings are stored and can be changed one by one, and invalid settings are refused', async (t) => {
  const before = (await get('/consent/settings')).body.data.consent;
  t.match(before, { sender: 'localhost', public_lists: [], double_opt_in: { enabled: false }, soft_bounces: 3 });
  for (const [what, settings] of [
    ['a text without the URL', { double_opt_in: { text: 'Hello' } }],
    ['an unknown placeholder', { double_opt_in: { text: '{{confirm_url}} {{password}}' } }],
    ['an unknown placeholder in a subject', { double_opt_in: { subject: '{{confirm_url}}' } }],
    ['a subject of two lines', { double_opt_in: { subject: 'a\nBcc: b@x.example' } }],
    ['an empty subject', { double_opt_in: { subject: ' ' } }],
    ['a placeholder that pages lack', { pages: { confirm: '{{email}}' } }],
    ['an unknown page', { pages: { welcome: 'x' } }],
    ['an unknown list', { public_lists: [999_999] }],
    ['a tag as a list', { public_lists: await addTerms(service, 'tag', ['No list']) }],
    ['no soft bounce at all', { soft_bounces: 0 }],
  ] as const) {
    t.match(await settle(settings), { status: 422, body: { code: 'unprocessable_entity' } }, what);
  }
  t.match(await settle({}), { status: 400, body: { code: 'required_fields_missing' } });
  t.same((await get('/consent/settings')).body.data.consent, before);
  const { body } = await settle({ sender: 'The Shop', pages: { unsubscribe: 'No more of {{sender}}? <b>' } });
  t.same(body.data.consent, {
    ...before,
    sender: 'The Shop',
    pages: { ...before.pages, unsubscribe: 'No more of {{sender}}? <b>' },
  });
  const [entry] = (await get('/audit?action[]=consent.changed')).body.data.audit;
  t.match(entry, { action: 'consent.changed', by: { type: 'api_key' }, data: { sender: 'The Shop' } });
  const { text } = await open(await addressOf('unsubscribe', await add()));
  t.match(text, 'No more of The Shop? &#60;b&#62;');
  t.match(text, '<title>Unsubscribe · The Shop</title>');
  await settle({ sender: '', pages: { unsubscribe: '' } });
  const readOnly = await service.makeKey('read');
  t.equal((await open(`${site}/wp-json/automations/consent/settings?api_key=${readOnly}`)).status, 200);
  t.equal((await press(`${site}/wp-json/automations/consent/settings?api_key=${readOnly}&sender=x`)).status, 403);
});

t.test('if two processes change settings at the same time, both changes are kept', async (t) => {
  const other = await startAutomations(t, { SMTP_URL: mailbox.url }, stores);
  const texts = { confirm: 'a', confirmed: 'b', unsubscribe: 'c', unsubscribed: 'd', preferences: 'e' };
  const answers = await Promise.all(
    Object.entries(texts).map(([page, text], n) =>
      (n % 2 === 0 ? service : other).post('/consent/settings', { pages: { [page]: text } }),
    ),
  );
  t.strictSame(new Set(answers.map(({ status }) => status)), new Set([200]));
  const last = await settle({ soft_bounces: 3 });
  t.strictSame(last.body.data.consent.pages, texts);
  const none = Object.fromEntries(Object.keys(texts).map((page) => [page, '']));
  t.equal((await settle({ pages: none })).status, 200);
});

t.test('a new unverified contact gets a confirmation email, and is subscribed by a click on its link', async (t) => {
  const refused = await post('/contact/add', { email: newEmail(), send_confirmation: true });
  t.match(refused, { status: 422, body: { code: 'unprocessable_entity' } }, 'not before it is enabled');
  await settle({
    sender: 'The Shop',
    double_opt_in: {
      enabled: true,
      subject: 'Is it you, {{f_name|friend}}?',
      text: 'Hi {{f_name|friend}} <{{email}}>\n\nPress\n{{confirm_url}}\n\nor leave: {{unsubscribe_url}}\n\n{{sender}}',
    },
  });
  const email = newEmail();
  const answer = await post('/contact/add', { email, f_name: '<i>Ada</i>\r\nBcc: x@x.example' });
  t.equal(answer.status, 200);
  const { id } = answer.body.data.contact.contact;
  const mail = await mailbox.waitFor(email);
  t.equal(mail.subject, 'Is it you, <i>Ada</i> Bcc: x@x.example?');
  t.equal(mail.bcc, undefined);
  t.match(mail.text, `<${email}>`);
  t.match(String(mail.html), '&#60;i&#62;Ada');
  t.notMatch(String(mail.html), '<i>');
  const list = mail.headerLines.filter(({ key }) => key.startsWith('list-unsubscribe')).map(({ line }) => line);
  t.match(list.join('\n').replace(/\s+/g, ' '), /List-Unsubscribe: <http[^>]*token=[\w-]+>/);
  t.match(list.join('\n'), 'List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const url = linkIn(mail.text, 'confirm');
  t.match((await open(url)).text, 'Please confirm');
  t.equal(await statusOf(id), '0');
  t.match((await press(url)).text, 'Thank you');
  t.equal(await statusOf(id), '1');
  t.match((await open(url)).text, 'Thank you', 'opened again it says that it is done');
  t.equal((await press(linkIn(mail.text, 'unsubscribe'))).status, 200);
  t.match(await press(url), { status: 410 }, 'an older mail does not take an unsubscription back');
  t.equal(await statusOf(id), '3');
  t.notMatch(JSON.stringify(await db.selectFrom('automations_mails').selectAll().execute()), 'token=');
});

t.test("pages use the visitor's language, and the site's own texts appear as written", async (t) => {
  const id = await add();
  const url = await addressOf('preferences', id);
  const see = (language: string, at = url) => open(at, { headers: { 'Accept-Language': language } });
  const german = await see('de-CH, fr;q=0.9');
  t.match(german.text, /<html lang="de" dir="ltr">[\s\S]*<h1>E-Mail-Einstellungen<[\s\S]*>Von allen E-Mails abmelden</);
  t.equal(german.headers.get('content-language'), 'de');
  t.equal(german.headers.get('vary'), 'Origin, Accept-Language');
  t.match(
    (await see('ar')).text,
    /<html lang="ar" dir="rtl">[\s\S]*من \u2068The Shop\u2069 إلى \u2068p…@consent\.example\u2069\./,
  );
  t.match(await see('tr', `${pages}/confirm?token=wrong`), { status: 404, text: /Geçersiz bağlantı/ });
  t.match((await see('sv, constructor')).text, /<html lang="en" dir="ltr">[\s\S]*Email preferences/);
  await settle({ pages: { preferences: 'من {{sender}}' } });
  t.match((await see('de')).text, /<h1>E-Mail-Einstellungen<[\s\S]*<p dir="auto">من The Shop<\/p>/);
  await settle({ pages: { preferences: '' } });
});

t.test("the confirmation email uses the contact's language, unless the site has written its own text", async (t) => {
  const own = (await get('/consent/settings')).body.data.consent.double_opt_in;
  const { subject, text } = defaultTemplate;
  await settle({ double_opt_in: { enabled: true, subject, text } });
  const field = await post('/field/add', { field_name: 'Language', type: 1 });
  t.equal(field.body.data.fields.slug, 'language');
  const mailTo = async (more: object) => {
    const email = newEmail();
    t.equal((await post('/contact/add', { email, ...more })).status, 200);
    return mailbox.waitFor(email);
  };
  const german = await mailTo({ f_name: '<Ada>', l_name: 'Lovelace', fields: { language: 'de_AT' } });
  t.equal(german.subject, 'Bitte bestätigen Sie Ihre E-Mail-Adresse');
  t.match(
    german.text,
    /^Guten Tag <Ada> Lovelace,\n\nbitte bestätigen Sie, dass Sie E-Mails von The Shop erhalten möchten:\n\nhttp/,
  );
  t.match(german.text, /läuft in 7 Tagen ab/);
  t.match(String(german.html), /<html lang="de" dir="ltr">.*Guten Tag &#60;Ada&#62; Lovelace/);
  t.match((await mailTo({ f_name: 'Taro', l_name: 'Yamada', fields: { language: 'ja' } })).text, /^Yamada Taro 様\n/);
  const arabic = await mailTo({ fields: { language: 'ar-EG' } });
  t.match(arabic.text, /^مرحبًا بكم،\n/);
  t.match(String(arabic.html), /<html lang="ar" dir="rtl">/);
  for (const more of [{}, { fields: { language: 'Deutsch' } }]) {
    const english = await mailTo({ f_name: 'Ada', ...more });
    t.match([english.subject, english.text], [subject, /^Hello Ada,\n\nplease confirm[\s\S]* expires in 7 days\./]);
  }
  await settle({ double_opt_in: { subject: 'Ours' } });
  t.match(await mailTo({ fields: { language: 'de' } }), { subject: 'Ours', text: /^Hello there,/ });
  await settle({ double_opt_in: own });
});

t.test('a contact gets no confirmation email if the request excludes it or the status is not unverified', async (t) => {
  const quiet = await add({ status: 'unverified', send_confirmation: false });
  for (const status of ['subscribed', 'unsubscribed', 'bounced', 'complaint', 'soft_bounced']) {
    const id = await add({ status, send_confirmation: true });
    t.match(await post(`/contact/${id}/send-confirmation`), { status: 422 }, status);
  }
  t.match(await post('/contact/999999/send-confirmation'), { status: 404, body: { code: 'contact_not_exists' } });
  t.equal((await mailsOf(quiet)).length, 0);
});

const mailsOf = (id: number) =>
  db.selectFrom('automations_mails').selectAll().where('contact_id', '=', id).orderBy('id').execute();
const earlier = (id: number, minutes: number) =>
  db
    .updateTable('automations_mails')
    .set({ created_at: new Date(Date.now() - minutes * 60_000) })
    .where('contact_id', '=', id)
    .execute();

t.test(
  'a contact gets a confirmation email at most every ten minutes and three times a day, even with concurrent requests',
  async (t) => {
    const id = await add({ status: 'unverified', send_confirmation: false });
    const ask = () => post(`/contact/${id}/send-confirmation`);
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    t.same(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(422)]);
    t.equal(answers.find(({ status }) => status === 200)?.body.data.confirmation, 'queued');
    await earlier(id, 9);
    t.equal((await ask()).status, 422);
    await earlier(id, 11);
    t.equal((await ask()).status, 200);
    await earlier(id, 11);
    t.equal((await ask()).status, 200);
    await earlier(id, 23 * 60);
    t.equal((await ask()).status, 422, 'three a day');
    await earlier(id, 25 * 60);
    t.equal((await ask()).status, 200);
  },
);

t.test('a batch sends confirmation emails only on request, and reports the outcome', async (t) => {
  const emails = [newEmail(), newEmail(), newEmail()];
  const silent = await post('/contacts/batch', { contacts: emails.map((email) => ({ email })) });
  t.ok(silent.body.data.results.every((result: Body) => !('confirmation' in result)));
  const { body } = await post('/contacts/batch', {
    send_confirmation: true,
    contacts: [
      { email: emails[0] },
      { email: emails[1], status: 'subscribed' },
      { email: emails[2], send_confirmation: false },
      { email: newEmail() },
    ],
  });
  const outcomes = body.data.results.map(({ confirmation }: Body) => confirmation);
  t.same(outcomes, ['queued', 'not_unverified', undefined, 'queued']);
  const again = await post('/contacts/batch', { contacts: [{ email: emails[0], send_confirmation: true }] });
  t.equal(again.body.data.results[0].confirmation, 'limited');
  await mailbox.waitFor(emails[0] as string);
});

t.test('a queued email that is no longer needed is not sent', async (t) => {
  mailbox.refusing = 451;
  const [moved, subscribed, stays] = [newEmail(), newEmail(), newEmail()];
  const ids = await Promise.all([moved, subscribed, stays].map((email) => addContact(service, { email })));
  await post(`/contact/update-email/${ids[0]}`, { email: newEmail() });
  await post(`/contact/change-status/${ids[1]}`, { status: 'subscribed' });
  mailbox.refusing = undefined;
  await db
    .updateTable('automations_mails')
    .set({ due_at: new Date(0) })
    .where('status', '=', 'waiting')
    .execute();
  await mailbox.waitFor(stays);
  for (const id of ids.slice(0, 2) as number[]) {
    await until(async () => (await mailsOf(id))[0]?.status === 'sent');
  }
  const recipients = mailbox.mails.map(({ to }) => (Array.isArray(to) ? '' : to?.text));
  t.notOk(recipients.some((to) => to === moved || to === subscribed));
  await settle({ double_opt_in: { enabled: false } });
});

t.test('placeholders can have any value, and placeholders inside values are not replaced', async (t) => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, rest) => {
      const filled = fillTags('{{f_name|you}}{{ l_name }}{{other}}', { f_name: name, l_name: rest });
      return filled === `${name || 'you'}${rest}{{other}}`;
    }),
  );
  t.same(tagsIn('{{a}} {{b|x}} {{a}} {c} {{D}}'), ['a', 'b']);
});

t.test('unsaved settings are previewed as an email and pages, without a contact and without effects', async (t) => {
  const before = (await get('/consent/settings')).body.data.consent;
  const [news] = await addTerms(service, 'list', ['Previewed list']);
  const draft = {
    sender: 'The <Draft>',
    public_lists: [news],
    double_opt_in: { subject: 'Hello {{f_name}}', text: 'Press\n\n{{confirm_url}}' },
    pages: { unsubscribed: 'Gone from {{sender}}' },
  };
  const { mail, pages: urls } = (await post('/consent/preview', draft)).body.data.preview;
  t.match(mail, { from: 'Waypost <waypost@localhost>', subject: 'Hello Ada', text: urls.confirm });
  t.equal(before.default_pages.unsubscribe, 'Stop all emails from {{sender}} to a…@example.com?');
  const shown = async (name: string, how: (url: string) => Promise<{ text: string }> = open) =>
    (await how(urls[name].replace(/^https?:\/\/[^/]+/, site))).text;
  for (const [name, words] of [
    ['confirm', /Do you want to receive emails from The &#60;Draft&#62;/],
    ['confirmed', /You will receive emails/],
    ['unsubscribe', /Stop all emails/],
    ['unsubscribed', /Gone from The &#60;Draft&#62;/],
    ['preferences', /Previewed list/],
    ['mail', /<a href="[^"]*page=confirm/],
  ] as const) {
    t.match(await shown(name), words, name);
    if (name !== 'mail') t.match(await shown(name), /preview: its buttons change nothing/, name);
  }
  t.match(await shown('unsubscribe', press), /Gone from/, 'a button opens the next page');
  t.match(await shown('confirm', press), /You will receive emails/);
  t.equal((await open(`${pages}/preview?page=confirm&token=nobodys`)).status, 404);
  t.same((await get('/consent/settings')).body.data.consent, before);
  const wrong = await post('/consent/preview', { double_opt_in: { text: 'no address' } });
  t.match(wrong, { status: 422, body: { message: /confirm_url/ } });
});

t.test('the index and OPTIONS describe the pages and routes', async (t) => {
  const index = (await open(`${site}/wp-json/`)).body;
  t.ok(index.namespaces.includes('automations-consent/v1'));
  for (const path of ['unsubscribe', 'preferences', 'confirm', 'preview']) {
    t.same(index.routes[`/automations-consent/v1/${path}`].methods, ['GET', 'POST']);
    const { headers, body } = await open(`${pages}/${path}`, { method: 'OPTIONS' });
    t.equal(headers.get('allow'), 'GET, POST');
    t.ok(body.endpoints[0].args.token);
    t.equal((await open(`${pages}/${path}`, { method: 'DELETE' })).status, 405);
  }
  t.same(index.routes['/automations/consent/settings'].methods, ['GET', 'POST']);
});
