/** An id that can be none is answered 404 by every route that has one in its path, whatever characters it is made of. */
import { insertOperator } from '../../../daemon/identity/operator-queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { signUp, userIdOf } from '../../fixtures/accounts.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000', PLANS_FREE_REQUESTS_PER_MINUTE: '100000' },
});
const { db } = daemon.context;
const workspace = await addWorkspace(db, 'scale');
const call = caller(daemon, workspace.key);
const person = await signUp(daemon);
await inTransaction(db, async (trx) => insertOperator(trx, await userIdOf(db, person), new Date()));
/** Routes of users and operators, and opening a link, accept no API key. */
const callerOf = (at: string) => (/^\/(auth|safety)\/|\/open$/.test(at) ? person.call : call);

const odd: Record<string, string> = {
  'beyond ASCII': 'é',
  'like one, but beyond ASCII': 'lnk_ABCDEFGHIJKLMNOPQRSé',
  emoji: '🙂',
  'not UTF-8': '%FF',
  'half a character': '%ED%A0%80',
  'a NUL': 'lnk_%00',
  'an escape that is none': '%zz',
  'a line break': 'lnk_abc%0A',
  'a slash': 'a%2Fb',
  'a blank': '%20',
  'a quote': "lnk_'--",
  'longer than any column': 'x'.repeat(301),
  'very long': 'lnk_'.repeat(700),
};

t.test('every route with an id in its path', async (t) => {
  const { json: document } = await call('GET', '/openapi.json');
  const routes = Object.entries(document.paths).flatMap(([at, methods]) =>
    at.includes('{id}') ? Object.keys(methods as object).map((method) => [method.toUpperCase(), at] as const) : [],
  );
  t.ok(routes.length >= 10, `${routes.length} routes`);
  for (const [method, at] of routes) {
    for (const [name, id] of Object.entries(odd)) {
      const body = method === 'PATCH' || method === 'POST' ? {} : undefined;
      const { status, json } = await callerOf(at)(method, at.replace('{id}', id), body);
      t.same([status, json?.error.code], [404, 'not_found'], `${method} ${at}: ${name}`);
    }
  }
});

t.test('the link that an export names', async (t) => {
  for (const [name, id] of Object.entries(odd)) {
    t.equal((await call('GET', `/stats/export?linkId=${id}`)).status, 404, name);
  }
});

t.test('to delete a link that is not there writes nothing', async (t) => {
  t.match(await call('DELETE', '/links/lnk_ABCDEFGHIJKLMNOPQRST'), {
    status: 404,
    json: { error: { code: 'not_found' } },
  });
  t.same((await call('GET', '/audit')).json.entries, []);
});
