/** Query parameters that mean nothing: a misspelt filter finds more than was meant, so the answer names it. */
import { signUp } from '../../fixtures/accounts.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const call = caller(daemon, (await addWorkspace(daemon.context.db, 'scale')).key);
const session = (await signUp(daemon)).call;

t.test('every GET route names unknown parameters, and refuses them with strict=1', async (t) => {
  const { json: document } = await call('GET', '/openapi.json');
  const paths = Object.entries<{ get?: object }>(document.paths).flatMap(([at, { get }]) =>
    get && !at.includes('{') && !JSON.stringify(get).includes('text/event-stream') ? [at] : [],
  );
  let answered = 0;
  for (const at of paths) {
    const forSession = (await call('GET', at)).status === 403;
    const ask = forSession ? session : call;
    const { status, headers } = await ask('GET', `${at}?tagss=a&b%20%C3%A9=`);
    if (status !== 200) continue;
    answered++;
    t.equal(headers.get('x-ignored-parameters'), 'tagss, b%20%C3%A9', at);
    t.equal((await ask('GET', at)).headers.get('x-ignored-parameters'), null, at);
    t.equal((await ask('GET', `${at}?strict=1`)).status, 200, at);
    const refused = await ask('GET', `${at}?tagss=a&strict=1`);
    t.equal(refused.status, 422, at);
    t.match(refused.json.error.details.issues, [{ field: 'tagss' }], at);
  }
  t.ok(answered > 20, `${answered} routes`);
});

t.test('a misspelt filter of a bulk deletion can be refused', async (t) => {
  await call('POST', '/links', { url: 'https://example.com/', tags: ['new'] });
  const { json, headers } = await call('GET', '/links/ids?tagz=old');
  t.equal(json.ids.length, 1);
  t.equal(headers.get('x-ignored-parameters'), 'tagz');
  t.equal((await call('GET', '/links/ids?tagz=old&strict=1')).status, 422);
  t.same((await call('GET', '/links/ids?tag=old&strict=1')).json.ids, []);
});

t.test('the header stays valid and short with many names, long names and names that are not UTF-8', async (t) => {
  const many = Array.from({ length: 300 }, (_, n) => `p${n}=1`).join('&');
  t.equal((await call('GET', `/links?${many}`)).headers.get('x-ignored-parameters')?.split(', ').length, 20);
  for (const odd of ['x'.repeat(3_000), '%ff%fe', '%0d%0aSet-Cookie:x', '__proto__', 'constructor', 'é'.repeat(100)]) {
    const { status, headers } = await call('GET', `/links?${odd}=1`);
    t.equal(status, 200, odd);
    t.match(headers.get('x-ignored-parameters'), /^[\w%.!~*'()-]{1,900}$/, odd);
  }
});
