/**
 * Every route with an id in its path answers 404 to an impossible id, with any characters. Odd texts in queries and bodies never
 * cause a server error, and every answer matches the description.
 */

import { inTransaction } from '../../../shared/db/db.ts';
import { insertOperator } from '../../../shared/people/operator-queries.ts';
import { makeMember, signUp, userIdOf } from '../../fixtures/accounts.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { oddIds, oddInQuery, oddTexts, textFields, withField } from '../../fixtures/odd-texts.ts';
import { compileSchema, type Document, type Operation, type Schema } from '../../fixtures/openapi.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
    PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
    SIGNUPS_PER_MINUTE: '100000',
    LOGIN_TRIES_PER_MINUTE: '100000',
  },
});
const { db } = daemon.context;
const workspace = await addWorkspace(db, 'scale');
const call = caller(daemon, workspace.key);
const person = await signUp(daemon);
await inTransaction(db, async (trx) => insertOperator(trx, await userIdOf(db, person), new Date()));
/** Routes of users and operators, and opening a link, accept no API key. */
const callerOf = (at: string) => (/^\/(auth|safety)\/|\/open$/.test(at) ? person.call : call);

t.test('every route with an id in its path answers 404 for odd ids', async (t) => {
  const { json: document } = await call('GET', '/openapi.json');
  const routes = Object.entries(document.paths).flatMap(([at, methods]) =>
    at.includes('{id}') ? Object.keys(methods as object).map((method) => [method.toUpperCase(), at] as const) : [],
  );
  t.ok(routes.length >= 10, `${routes.length} routes`);
  for (const [method, at] of routes) {
    for (const [name, id] of Object.entries(oddIds)) {
      const body = method === 'PATCH' || method === 'POST' ? {} : undefined;
      const { status, json } = await callerOf(at)(method, at.replace('{id}', id), body);
      t.same([status, json?.error.code], [404, 'not_found'], `${method} ${at}: ${name}`);
      const isOfWorkspace = /in this workspace/.test(json.error.message);
      t.equal(isOfWorkspace, !/^\/(auth|safety)\//.test(at), `${method} ${at}: ${json.error.message}`);
    }
  }
});

t.test('an analytics export answers 404 for odd link ids', async (t) => {
  for (const [name, id] of Object.entries(oddIds)) {
    t.equal((await call('GET', `/stats/export?linkId=${id}`)).status, 404, name);
  }
});

t.test('deleting an unknown link writes nothing', async (t) => {
  t.match(await call('DELETE', '/links/lnk_ABCDEFGHIJKLMNOPQRST'), {
    status: 404,
    json: { error: { code: 'not_found' } },
  });
  t.same((await call('GET', '/audit')).json.entries, []);
});

t.test('no operation answers any query or body with a server error', async (t) => {
  const document: Document = (await call('GET', '/openapi.json')).json;
  await makeMember(db, person, workspace.id, 'admin');
  const here = { 'X-Workspace-Id': workspace.publicId };
  const made = async (at: string, body: object) => (await person.call('POST', at, body, here)).json;
  const { id: link } = await made('/links', { url: 'https://example.com/' });
  const ids: Record<string, string> = {
    links: link,
    webhooks: (await made('/webhooks', { url: 'https://hooks.example.com/' })).id,
    domains: (await made('/domains', { hostname: 'go.example.org' })).id,
    members: (await made('/members/invite', { email: 'guest@example.com' })).id,
    workspaces: workspace.publicId,
  };
  const urlOf = (at: string, { parameters = [] }: Operation) =>
    at.replaceAll(/\/(\w+)\/\{id\}|\{(\w+)\}/g, (whole, noun: string | undefined, name: string | undefined) => {
      const example = parameters.find((one) => one.name === (name ?? 'id'))?.example;
      return noun === undefined
        ? encodeURIComponent(String(example ?? 'x'))
        : `/${noun}/${ids[noun] ?? whole.split('/')[2]}`;
    });
  let sent = 0;
  const send = async (method: string, at: string, operation: Operation, path: string, body: unknown, what: string) => {
    const { status, json } = await person.call(method.toUpperCase(), path, body, here);
    sent++;
    const named = `${method} ${at}, ${what}: ${status} ${JSON.stringify(json?.error)}`;
    if (status >= 500 || !operation.responses[status]) t.fail(named);
  };
  for (const [at, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const path = urlOf(at, operation);
      for (const { name } of (operation.parameters ?? []).filter((one) => one.in === 'query')) {
        await Promise.all(
          oddInQuery.map((odd) => send(method, at, operation, `${path}?${name}=${odd}`, undefined, `?${name}=${odd}`)),
        );
      }
      const content = operation.requestBody?.content['application/json'];
      if (!content) continue;
      for (const field of textFields(content.schema, document)) {
        await Promise.all(
          oddTexts.map((odd) =>
            send(
              method,
              at,
              operation,
              path,
              withField(content.example, field, odd),
              `${field.join('.')} ${JSON.stringify(odd)}`,
            ),
          ),
        );
      }
    }
  }
  t.ok(sent > 1_000, `${sent} requests`);
  t.equal((await person.call('GET', '/auth/me')).status, 200, 'the session has lasted to the end');
});

t.test('names in every body must be single lines', async (t) => {
  const document: Document = (await call('GET', '/openapi.json')).json;
  const taken: string[] = [];
  for (const operation of Object.values(document.paths).flatMap((one) => Object.values(one))) {
    const schema = operation.requestBody?.content['application/json']?.schema ?? {};
    const { properties = {} } = schema as { properties?: Record<string, Schema> };
    if (properties.name && compileSchema(document, properties.name)('Ada\nBob').ok) taken.push(operation.operationId);
  }
  t.same(taken, []);
});
