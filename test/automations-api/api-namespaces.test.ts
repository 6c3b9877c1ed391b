/** The contact API under the names of `API_NAMESPACES`, for clients of another system. */
import { readConfig } from '../../shared/config/config.ts';
import { type Body, request, startAutomations } from '../fixtures/automations.ts';
import { t } from '../runner/tap.ts';

const names = ['automations', 'funnelkit-automations', 'autonami'];
const service = await startAutomations(t, { API_NAMESPACES: names.slice(1).join(',') });
const { site, key } = service;
const ask = (url: string) => request(url, 'GET');

t.test('the index lists every namespace, and each namespace has the same routes', async (t) => {
  const { body: index } = await ask(`${site}/wp-json/`);
  for (const name of names) t.ok(index.namespaces.includes(name), name);
  const pathsOf = async (name: string) => {
    const { status, body } = await ask(`${site}/wp-json/${name}`);
    t.equal(status, 200);
    t.equal(body.namespace, name);
    for (const path of Object.keys(body.routes)) t.ok(path in index.routes, path);
    return Object.keys(body.routes).map((path) => path.slice(name.length + 1));
  };
  const [own = [], ...others] = await Promise.all(names.map(pathsOf));
  t.ok(own.length > 50);
  for (const paths of others) t.strictSame(paths, own);
  for (const name of names) {
    const { body } = await ask(`${site}/wp-json/${name}/openapi.json`);
    t.match(body.servers, [{ url: new RegExp(`/wp-json/${name}$`) }]);
  }
});

for (const name of names) {
  t.test(`${name}: reading, writing, rest_route, CORS, paging links, errors and uploads all work`, async (t) => {
    const api = `${site}/wp-json/${name}`;
    const added = await request(`${api}/tag/add?api_key=${key}`, 'POST', { tags: [`${name} 1`, `${name} 2`] });
    t.equal(added.status, 200, added.text);
    const origin = { headers: { Origin: 'https://app.example' } };
    const page = await fetch(`${api}/tags?api_key=${key}&limit=1`, origin);
    t.equal(page.headers.get('access-control-allow-origin'), 'https://app.example');
    t.match(page.headers.get('link'), new RegExp(`/wp-json/${name}/tags\\?.*page=2`));
    const { data } = (await page.json()) as Body;
    t.match(data.tags, [{ name: `${name} 2` }]);
    const routed = await ask(`${site}/?rest_route=/${name}/tags&api_key=${key}&limit=1`);
    t.same(routed.body.data.tags, data.tags);
    t.equal((await ask(`${site}/wp-json/${name.toUpperCase()}/tags/?api_key=${key}`)).status, 200);
    t.strictSame(await ask(`${api}/tags`).then(({ status, body }) => [status, body]), [
      401,
      { code: 'api_key_missing', message: 'Missing API key. Send ?api_key=<API_KEY>.' },
    ]);
    t.match(await ask(`${api}/nothing?api_key=${key}`), { status: 404, body: { code: 'rest_no_route' } });
    const file = { method: 'POST', body: `email\n${name}@x.example\n` };
    t.equal((await fetch(`${api}/import/add?api_key=${key}&dry_run=1`, file)).status, 202);
  });
}

t.test('an invalid name, or a name that WordPress or Waypost uses, is refused at startup', (t) => {
  const read = (API_NAMESPACES: string) => readConfig({ API_NAMESPACES }).apiNamespaces;
  t.strictSame(read(''), ['automations']);
  t.strictSame(read('autonami, automations,autonami'), ['automations', 'autonami']);
  for (const wrong of ['wp', 'wp-site-health', 'oembed', 'batch', 'waypost', 'waypost-admin', 'automations-consent'])
    t.throws(() => read(wrong), /API_NAMESPACES/, wrong);
  for (const wrong of ['Autonami', 'a/v1', '../x', 'a b', '1a', 'x'.repeat(41), 'a,wp', 'ä'])
    t.throws(() => read(wrong), /API_NAMESPACES/, wrong);
  t.throws(() => read(Array.from({ length: 11 }, (_, n) => `a${n}`).join()), /API_NAMESPACES/);
  t.end();
});
