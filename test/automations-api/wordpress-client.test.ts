/** The third-party WordPress client wpapi: it discovers and reads this API. */
import { createRequire } from 'node:module';
import { addContact, addTerms, type Body, startAutomations } from '../fixtures/automations.ts';
import { freePort } from '../fixtures/processes.ts';
import { t } from '../runner/tap.ts';

type Pages = Body & { _paging: { total: number; totalPages: number; next?: Promise<Pages> } };
type Request = PromiseLike<Pages> & {
  param: (name: string, value: unknown) => Request;
  perPage: (n: number) => Request;
  page: (n: number) => Request;
  id: (id: number) => Request;
  create: (body: object) => Promise<Body>;
  delete: () => Promise<Body>;
};
type Client = { namespace: (name: string) => Record<string, () => Request> };
// The package has neither types nor an ES module.
const WPAPI = createRequire(import.meta.url)('wpapi') as { discover: (site: string) => Promise<Client> };

// Links use the site's configured URL, which the client follows.
const port = await freePort();
const service = await startAutomations(t, {
  AUTOMATIONS_PORT: String(port),
  SITE_URL: `http://127.0.0.1:${port}`,
});
const [tag] = await addTerms(
  service,
  'tag',
  Array.from({ length: 30 }, (_, n) => `Tag ${n}`),
);
await addTerms(service, 'list', ['List 1', 'List 2']);
for (let n = 0; n < 5; n++) await addContact(service, { email: `wp${n}@x.example`, tags: n < 3 ? [tag] : [] });
const routes = (await WPAPI.discover(service.site)).namespace('automations');
const ask = (name: string): Request => (routes[name] as () => Request)().param('api_key', service.key);

t.test('the routes of the namespace are discovered from the index', (t) => {
  for (const name of ['tags', 'tag', 'lists', 'list', 'fields', 'field', 'contacts', 'contact']) {
    t.type(routes[name], 'function', name);
  }
  t.end();
});

t.test('the client uses the paging headers to read all pages of tags', async (t) => {
  const names: string[] = [];
  let page: Pages | undefined = await ask('tags').perPage(7);
  t.equal(page._paging.total, 30);
  t.equal(page._paging.totalPages, 5);
  while (page) {
    names.push(...page.data.tags.map(({ name }: Body) => name));
    page = await page._paging.next;
  }
  t.strictSame(
    names,
    Array.from({ length: 30 }, (_, n) => `Tag ${29 - n}`),
  );
});

t.test('lists and contacts are read, filtered and paged', async (t) => {
  const lists = await ask('lists');
  t.equal(lists._paging.total, 2);
  t.strictSame(
    lists.data.lists.map(({ name }: Body) => name),
    ['List 2', 'List 1'],
  );
  const contacts = await ask('contacts').perPage(2).page(2);
  t.match(contacts._paging, { total: 5, totalPages: 3 });
  t.strictSame(
    contacts.data.contact.contacts.map(({ email }: Body) => email),
    ['wp2@x.example', 'wp1@x.example'],
  );
  const tagged = await ask('contacts').param('tag', [tag]);
  t.equal(tagged._paging.total, 3);
  const sorted = await ask('contacts').param('sort_field', 'email').param('sort_order', 'ASC').perPage(1);
  t.equal(sorted.data.contact.contacts[0].email, 'wp0@x.example');
});

t.test("the client gets an error's code", async (t) => {
  await t.rejects(Promise.resolve(ask('contact').param('id', 999999)), { code: 'contact_not_exists' });
  await t.rejects(Promise.resolve((routes.tags as () => Request)()), { code: 'api_key_missing' });
});
