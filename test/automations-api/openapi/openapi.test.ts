/**
 * The published OpenAPI description of contact automation: access to it, its use by tools, and whether it matches the
 * routes.
 */
import { addContact, addTerms, answerOf, startAutomations } from '../../fixtures/automations.ts';
import { type Document, matches } from '../../fixtures/openapi.ts';
import { clientCompiles, lintsClean } from '../../fixtures/openapi-tools.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t, { SITE_URL: 'https://contacts.waypost.test' });
const { site, get, key } = service;
const root = `${site}/wp-json/automations`;
const ask = async (at: string, init: RequestInit = {}) => answerOf(await fetch(root + at, init));
const document: Document = (await ask('/openapi.json')).body;

type Index = { routes: Record<string, { methods: string[]; schema?: object }> };

t.test('the document is OpenAPI 3.1, public, and has every route of the namespace', async (t) => {
  const { status, headers, text } = await ask('/openapi.json');
  t.equal(status, 200);
  t.match(headers.get('content-type'), /^application\/json/);
  t.match(document, { openapi: /^3\.1\./, servers: [{ url: 'https://contacts.waypost.test/wp-json/automations' }] });
  t.notMatch(text, /mysql:|redis:|\/tmp\//);
  const { routes }: Index = (await get('')).body;
  const indexed = Object.entries(routes).flatMap(([path, { methods }]) =>
    path === '/automations' ? [] : methods.map((method) => `${method} ${path.replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}')}`),
  );
  const described = Object.entries(document.paths).flatMap(([at, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} /automations${at}`),
  );
  t.same(described.sort(), indexed.sort());
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  t.equal(new Set(ids).size, ids.length, 'each operation has a name of its own');
});

t.test('the document accepts only reads, at its path in any case, with or without a trailing slash', async (t) => {
  t.match(await ask('/openapi.json', { method: 'POST' }), { status: 405, body: { code: 'method_not_allowed' } });
  t.equal((await ask('/OpenAPI.json/')).status, 200);
  t.match((await ask('/openapi.json', { method: 'OPTIONS' })).body, { methods: ['GET'] });
  const head = await ask('/openapi.json', { method: 'HEAD' });
  t.match([head.status, head.text], [200, '']);
  t.equal((await fetch(`${site}/?rest_route=/automations/openapi.json`)).status, 200);
});

t.test('the index and OPTIONS show the schema of each answer', async (t) => {
  const { routes }: Index = (await get('')).body;
  for (const [path, { schema }] of Object.entries(routes)) {
    // These routes return a file.
    const isFile = /\/(?:export|errors)$/.test(path);
    if (path !== '/automations' && !isFile) t.match(schema, { type: 'object' }, path);
  }
  const { body } = await ask('/tags', { method: 'OPTIONS' });
  t.match(body.schema, { $schema: String, properties: { code: { const: 'success' }, data: { type: 'object' } } });
});

t.test('errors match their description', async (t) => {
  const [tag] = await addTerms(service, 'tag', ['Customer']);
  const contact = await addContact(service, { email: 'ada@example.com' });
  const other = await addContact(service, { email: 'grace@example.com' });
  const reading = await service.makeKey('read');
  const seen = new Set<string>();
  const refused = async (
    method: string,
    at: string,
    real: string,
    body?: object,
    headers: object = { 'x-api-key': key },
  ) => {
    const answer = await ask(real, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    matches(t, document, { method, at, answer: { ...answer, json: answer.body } });
    seen.add(`${answer.status} ${answer.body.code}`);
  };
  await refused('GET', '/tags', '/tags', undefined, {});
  await refused('GET', '/tags', '/tags', undefined, { 'x-api-key': 'no' });
  await refused('GET', '/tags', '/tags?limit=0');
  await refused('POST', '/tag/add', '/tag/add', { tags: ['x'] }, { 'x-api-key': reading });
  await refused('POST', '/tag/add', '/tag/add', {});
  await refused('POST', '/tag/add', '/tag/add', { tags: ['Customer'] });
  await refused('POST', '/tag/merge', '/tag/merge', { from: [999], into: tag });
  await refused('POST', '/tag/delete', '/tag/delete', { ids: [999] });
  await refused('DELETE', '/tag/{tag_id}', '/tag/999');
  await refused('GET', '/contact', '/contact?id=999');
  await refused('POST', '/contact/merge', '/contact/merge', { keep: contact, other: 999 });
  await refused('POST', '/rule/dry-run/{rule_id}', '/rule/dry-run/999', { contact });
  const draft = { contact: 999, trigger: { event: 'tag.added' }, steps: [{ action: 'add_tags', tags: [tag] }] };
  await refused('POST', '/rule/dry-run', '/rule/dry-run', draft);
  const changing = `/contact/update/${contact}`;
  await refused('POST', '/contact/update/{contact_id}', changing, { email: 'none' });
  await refused('POST', '/contact/update/{contact_id}', changing, { email: 'grace@example.com' });
  const previous = { 'x-api-key': key, 'if-match': '"previous"' };
  await refused('POST', '/contact/update/{contact_id}', changing, { f_name: 'A' }, previous);
  await refused('DELETE', '/contact/{contact_id}', `/contact/${other}`, undefined, previous);
  t.same([...seen].sort(), [
    '400 required_fields_missing',
    '401 api_key_invalid',
    '401 api_key_missing',
    '403 permission_denied',
    '404 contact_not_exists',
    '404 data_not_found',
    '409 conflict',
    '422 already_exists',
    '422 email_invalid',
    '422 unprocessable_entity',
  ]);
});

t.test('Redocly reports no problem', (t) =>
  // Ids in paths are digits, so they never clash with words.
  lintsClean(t, document, ['no-ambiguous-paths']),
);

const usage = `
import { Api, type ContactRecord, type ListedContact, type Rule, type Segment } from './client.ts';
const api = new Api({ baseUrl: 'https://contacts.example.com/wp-json/automations' });
export async function use(): Promise<[string, number | null, string[], boolean]> {
  const { data: made } = await api.contact.postContactAdd({ email: 'ada@example.com', tags: [1] });
  const record: ContactRecord | null = made.data.contact.contact.db_contact;
  const { data: listed } = await api.contacts.getContacts({ 'tag[]': [1], limit: 5 });
  const contacts: ListedContact[] = listed.data.contact.contacts;
  const segment: Segment = (await api.segment.getSegment(1)).data.data.segment;
  const rules: Rule[] = (await api.rules.getRules()).data.data.rules;
  const names = [...contacts.map(({ email }) => email), ...rules.map(({ name }) => name)];
  return [record?.email ?? '', segment.count, names, rules[0]?.active ?? false];
}
// @ts-expect-error a contact has no such field
export const wrong = (contact: ContactRecord) => contact.colour;
// @ts-expect-error nor is any answer untyped
export const number: number = {} as Rule['trigger'];
`;

t.test('a TypeScript client generated from the document compiles, and has types', (t) =>
  clientCompiles(t, document, usage),
);

t.test('the reference page is generated from this document', async (t) => {
  const page = await ask('/docs');
  t.equal(page.status, 200);
  t.match(page.headers.get('content-security-policy'), "script-src 'self'");
  t.match(page.headers.get('content-security-policy'), "connect-src 'self' https://contacts.waypost.test; base");
  t.notMatch(page.text, /https?:\/\//);
  const needed = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, at]) => at as string);
  t.equal(needed.length, 3);
  for (const at of needed) {
    const file = await ask(`/${at}`);
    t.equal(file.status, 200, at);
    t.match(file.headers.get('content-type'), /^text\/(css|javascript)/, at);
    t.ok(file.text.length > 50, at);
    t.equal(file.headers.get('content-encoding'), at.endsWith('start.js') ? null : 'gzip', at);
  }
});
