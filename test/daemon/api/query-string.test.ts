/** Query parameters that mean nothing: a misspelt filter finds more than was meant, so the answer names it. */
import { findWorkspace, updatePlan } from '../../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { insertOperator } from '../../../shared/people/operator-queries.ts';
import { signUp, userIdOf } from '../../fixtures/accounts.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import type { Document } from '../../fixtures/openapi.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    ...{ PLANS_SCALE_REQUESTS_PER_MINUTE: '100000', PLANS_FREE_REQUESTS_PER_MINUTE: '100000' },
    ...{ SIGNUPS_PER_MINUTE: '100000', LOGIN_TRIES_PER_MINUTE: '100000' },
  },
});
const call = caller(daemon, (await addWorkspace(daemon.context.db, 'scale')).key);
const { db } = daemon.context;
const person = await signUp(daemon);
const session = person.call;
await inTransaction(db, async (trx) => {
  await insertOperator(trx, await userIdOf(db, person), new Date());
  await updatePlan(trx, (await findWorkspace(trx, person.answer.workspace.id))?.id as number, 'scale', new Date());
});
daemon.context.announceChanges();
const document: Document = (await session('GET', '/openapi.json')).json;
const routes = Object.entries(document.paths).flatMap(([at, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), at, operation })),
);

t.test('every GET route names unknown parameters, and accepts strict=1 if there are none', async (t) => {
  let answered = 0;
  for (const { method, at, operation } of routes) {
    if (method !== 'GET' || at.includes('{') || JSON.stringify(operation).includes('text/event-stream')) continue;
    const { status, headers } = await session('GET', `${at}?tagss=a&b%20%C3%A9=`);
    if (status !== 200) continue;
    answered++;
    t.equal(headers.get('x-ignored-parameters'), 'tagss, b%20%C3%A9', at);
    t.equal((await session('GET', at)).headers.get('x-ignored-parameters'), null, at);
    t.equal((await session('GET', `${at}?strict=1`)).status, 200, at);
  }
  t.ok(answered > 20, `${answered} routes`);
});

/** Creates objects, and returns a function that fills in a route's parameters with their ids. */
async function addObjects(): Promise<(at: string) => string> {
  const made = async (at: string, body: object) => (await session('POST', at, body)).json;
  const { id: link } = await made('/links', { url: 'https://example.com/', tags: ['x'] });
  const parameters: Record<string, string> = {
    links: link,
    shares: (await made(`/links/${link}/share`, {})).token,
    webhooks: (await made('/webhooks', { url: 'https://hooks.example.com/' })).id,
    domains: (await made('/domains', { hostname: 'go.example.org' })).id,
    members: (await made('/members/invite', { email: 'guest@example.com', role: 'viewer' })).id,
    keys: (await made('/keys', { name: 'Key' })).id,
    workspaces: person.answer.workspace.id,
    imports: (await fileOf('url\nhttps://example.com/')).json.id,
  };
  return (at) => at.replaceAll(/(\w+)\/\{\w+\}/g, (_, noun: string) => `${noun}/${parameters[noun] ?? 'x'}`);
}

/** Sends a file to import, raw or as a form. */
async function fileOf(body: string | FormData, query = '') {
  const response = await fetch(`${daemon.origin}/api/imports?dryRun=true&${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body,
  });
  return { status: response.status, json: (await response.json()) as Json, headers: response.headers };
}

/** Routes whose object does not exist in this test; they answer 404 first, as the contract's order of checks requires. */
const isWithoutObject = (at: string) =>
  /\/(sessions|factors|reviews)\/\{id\}|\/deliveries\/|\/ban(\/appeal)?$/.test(at);

t.test('every route refuses unknown parameters with strict=1, and unknown fields of a JSON body', async (t) => {
  const urlOf = await addObjects();
  const others: unknown[] = [];
  let refused = 0;
  for (const { method, at, operation } of routes) {
    const isJson = operation.requestBody?.content['application/json'] !== undefined;
    const url = urlOf(at);
    for (const [asked, body] of [
      [`${url}?surplus=1&strict=1`, isJson ? {} : undefined],
      ...(isJson ? [[url, { surplus: 1 }] as const] : []),
    ] as const) {
      const { status, json } = await session(method, asked, body);
      const issues: Json[] = json?.error?.details?.issues ?? [];
      if (status === 422 && issues.some(({ field }) => field === 'surplus')) refused++;
      else if (status !== 404 || !isWithoutObject(at)) others.push([method, asked, status, json]);
    }
  }
  t.same(others, []);
  t.ok(refused > 150, `${refused} refusals`);
});

t.test('an import names unknown fields of its form, and refuses them with strict=1', async (t) => {
  const form = (fields: Record<string, string>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    data.set('file', new Blob(['url\nhttps://example.com/']), 'links.csv');
    return data;
  };
  const lenient = await fileOf(form({ onTakn: 'change', name: 'mine.csv' }), 'dryrun=true');
  t.equal(lenient.status, 202);
  t.equal(lenient.headers.get('x-ignored-parameters'), 'dryrun, onTakn');
  const count = async () => (await session('GET', '/imports')).json.imports.length;
  const before = await count();
  for (const [fields, query] of [
    [{ onTakn: 'change' }, 'strict=1'],
    [{ onTakn: 'change', strict: '1' }, ''],
    [{}, 'strict=1&onTakn=change'],
  ] as const) {
    const { status, json } = await fileOf(form(fields), query);
    t.equal(status, 422);
    t.match(json.error.details.issues, [{ field: 'onTakn' }]);
  }
  t.equal(await count(), before, 'a refused file leaves nothing');
  t.equal((await fileOf(form({ onTaken: 'change' }), 'strict=1')).status, 202);
});

t.test('a bulk deletion with a misspelt filter can be refused', async (t) => {
  await call('POST', '/links', { url: 'https://example.com/', tags: ['new'] });
  const { json, headers } = await call('GET', '/links/ids?tagz=old');
  t.equal(json.ids.length, 1);
  t.equal(headers.get('x-ignored-parameters'), 'tagz');
  t.equal((await call('GET', '/links/ids?tagz=old&strict=1')).status, 422);
  t.same((await call('GET', '/links/ids?tag=old&strict=1')).json.ids, []);
});

t.test(
  'X-Ignored-Parameters stays valid and short with many names, long names and names that are not UTF-8',
  async (t) => {
    const many = Array.from({ length: 300 }, (_, n) => `p${n}=1`).join('&');
    t.equal((await call('GET', `/links?${many}`)).headers.get('x-ignored-parameters')?.split(', ').length, 20);
    for (const odd of [
      'x'.repeat(3_000),
      '%ff%fe',
      '%0d%0aSet-Cookie:x',
      '__proto__',
      'constructor',
      'é'.repeat(100),
    ]) {
      const { status, headers } = await call('GET', `/links?${odd}=1`);
      t.equal(status, 200, odd);
      t.match(headers.get('x-ignored-parameters'), /^[\w%.!~*'()-]{1,900}$/, odd);
    }
  },
);
