/** Guarantees for email templates: what is refused, how they look to a contact, and who can delete them. */
import type { TemplatePreview } from '../../../automations-api/plugins/letters/templates/answers.ts';
import { addContact, type Body, startAutomations } from '../../fixtures/automations.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t);
const { get, post, del } = service;

const field = (await post('/field/add', { field_name: 'Renewal', type: 7 })).body.data.fields;
const amount = (await post('/field/add', { field_name: 'Amount', type: 2 })).body.data.fields;
const hostile = '<img src=x onerror=alert(1)>"\'& "quoted"';
const reader = await addContact(service, {
  email: 'reader@x.example',
  f_name: hostile,
  l_name: 'Two Lines',
  status: 'subscribed',
  fields: { [field.ID]: '2027-03-04', [amount.ID]: '1234.5' },
});
const nobody = await addContact(service, { email: 'nobody@x.example', status: 'subscribed' });

const welcome = { name: 'Welcome', subject: 'Hello {{ first_name | "there" }}', body: 'Hi {{ f_name | "you" }}!' };
const add = async (given: object = {}) => (await post('/template/add', { ...welcome, ...given })).body;
const preview = async (given: object, ID?: number): Promise<TemplatePreview> => {
  const { body } = await post('/template/preview', { ...welcome, ...given, ...(ID === undefined ? {} : { ID }) });
  return body.data?.preview ?? body;
};

t.test('a template is created, listed, changed and deleted, and the audit log records each change', async (t) => {
  const { template } = (await add({ preheader: 'Beside it', reply_to: 'Help@Shop.Example', from_name: 'Shop' })).data;
  t.match(template, {
    name: 'Welcome',
    format: 'markdown',
    preheader: 'Beside it',
    reply_to: 'help@shop.example',
    ...{ version: 1, sent: 0, bounced: 0, clicked: 0, unsubscribed: 0, used_by_rules: [], updated_at: null },
  });
  const found = (await get('/templates?search=elcom')).body.data.templates;
  t.same(found, [template]);
  const changed = (await post(`/template/update/${template.ID}`, { subject: 'New' })).body.data.template;
  t.match(changed, { subject: 'New', body: welcome.body, version: 2, from_name: 'Shop' });
  t.equal((await del(`/template/${template.ID}`)).status, 200);
  t.equal((await get(`/template/${template.ID}`)).status, 404);
  const entries = (await get('/audit?limit=3')).body.data.audit as Body[];
  t.same(
    entries.map(({ action }) => action),
    ['template.deleted', 'template.changed', 'template.created'],
  );
});

const refused: [given: object, message: string][] = [
  [{ subject: '' }, 'Missing parameter(s): subject'],
  [{ body: '  ' }, 'Missing parameter(s): body'],
  [{ body: '{{ fist_name }}' }, 'body has the unknown field fist_name. Did you mean first_name?'],
  [{ subject: '{{ renewl | date }}' }, 'subject has the unknown field renewl. Did you mean renewal?'],
  [{ preheader: '{{ _unsubscribe }}' }, 'preheader has the unknown field _unsubscribe.'],
  [
    { text: '{{ First Name }}' },
    'text has a field that cannot be read: {{ First Name }}. Write it as {{ first_name | "there" }}.',
  ],
  [{ subject: 'A\r\nBcc: b@x.example' }, 'subject must be one line'],
  [{ from_name: 'A\nB' }, 'from_name must be one line'],
  [{ from_email: 'a@b, c@d.example' }, 'from_email must have 1 to 64 ASCII letters, digits and signs before the @'],
  [{ reply_to: 'nobody' }, 'reply_to must be an email address such as ada@example.com'],
  [{ html: '<p>x</p>' }, 'Give either html, or body and format.'],
  [{ body: '<p style="color:{{ f_name }}">x</p>' }, 'A merge field cannot be part of a style.'],
  [{ format: 'html', body: '<b>'.repeat(11_000) }, 'The body has more than 10000 elements.'],
];
for (const [given, message] of refused) {
  t.test(`a template is refused: ${message}`, async (t) => {
    t.match(await add(given), { message });
  });
}

t.test('values are escaped in HTML, encoded in URLs, and cannot add a header', async (t) => {
  const body = `{{ f_name }}\n\n[shop](https://shop.example/?n={{ f_name }}) [site]({{ f_name }}) ![{{ f_name }}](https://i.example/a.png)`;
  const { html, text, subject } = await preview({ subject: 'A {{ f_name }}', body }, reader);
  t.notMatch(html, /<img src="?x/);
  t.notMatch(html, /onerror=alert\(1\)>/);
  t.match(html, /&#60;img src=x onerror=alert\(1\)&#62;/);
  t.match(html, /href="https:\/\/shop\.example\/\?n=%3Cimg%20src%3Dx/);
  t.match(html, /<a href="#"[^>]*>site/);
  t.equal(subject, `A ${hostile}`);
  t.match(text, hostile);
  t.match(text, '?n=%3Cimg%20src%3Dx');
});

t.test('scripts, handlers, frames, forms and unsafe URLs are removed from bodies', async (t) => {
  const body = `<script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">a</a><iframe src="https://x.example"></iframe>
<form action="https://x.example"><input></form><p style="background:url(https://x.example/a);color:red">p</p><img src="data:x" onerror="x()">
<svg onload="x()"></svg><style>p{margin:1px}</style><base href="https://x.example"><meta http-equiv="refresh" content="0">`;
  for (const format of ['markdown', 'html']) {
    const { html } = await preview({ body, format });
    const content = html.slice(html.indexOf('<body'));
    t.notMatch(
      content,
      /<script|javascript:|onclick|onerror|onload|<iframe|<form|<input|url\(|data:x|<svg|<base|<meta/i,
      format,
    );
    t.match(content, /color: ?red/, format);
  }
  t.match((await preview({ body, format: 'html' })).html, /margin: ?1px/, 'styles are written into elements');
});

t.test("merge fields have defaults and formats, and dates are in the contact's language", async (t) => {
  const body =
    '{{ renewal }} {{ renewal | date: iso }} {{ amount | number: 2 }} {{ l_name | "no name" }} {{ state | none }}';
  t.match((await preview({ body }, reader)).text, 'March 4, 2027 2027-03-04 1,234.50 Two Lines none');
  const added = (await post('/field/add', { field_name: 'Language', type: 1 })).body.data.fields;
  await post(`/contact/update/${reader}`, { fields: { [added.ID]: 'ar' } });
  const { html, text } = await preview({ body: '{{ renewal }}' }, reader);
  t.match(html, '<html lang="ar" dir="rtl">');
  t.notMatch(text, 'March');
  t.match((await preview({ body }, nobody)).text, 'no name');
});

t.test(
  'a preview shows no personal URLs, and every email has the postal address and the unsubscribe link',
  async (t) => {
    const { html, text, has_postal_address: hasAddress } = await preview({ body: 'Hi' }, reader);
    t.equal(hasAddress, false, 'until it is set');
    const options = service.app.host.options.forPlugin('letters');
    await options.set('emails', { postal_address: 'Main Street 1' });
    t.match(await preview({ body: 'Hi' }), { has_postal_address: true, html: /Main Street 1/, text: /Main Street 1/ });
    await options.set('emails', {});
    for (const part of [html, text]) {
      t.notMatch(part, 'token=');
      t.match(part, '#unsubscribe');
    }
    t.equal((await post('/template/preview', { ...welcome, ID: 999_999 })).body.code, 'contact_not_exists');
  },
);

t.test('a page with its own design keeps the design, and gets only the footer', async (t) => {
  const { html } = await preview({ format: 'html', body: '<html><body><center>Own</center></body></html>' });
  t.notMatch(html, 'wp-card');
  t.match(html, /<center>Own<\/center>[\s\S]*#unsubscribe/);
});
