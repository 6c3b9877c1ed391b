/** Destinations that are too long for proxies' default settings: accepted with a warning, in every field. */

import { longestLocation } from '../../../shared/drawing/location.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { putLink } from '../../fixtures/redirects.ts';
import { ask } from '../../fixtures/requests.ts';
import { t } from '../../runner/tap.ts';

/** A URL of this many encoded bytes, in few characters. */
const encodedTo = (bytes: number) => {
  const head = 'https://example.com/';
  const wide = Math.floor((bytes - head.length) / 9);
  return `${head}${'日'.repeat(wide)}${'a'.repeat(bytes - head.length - wide * 9)}`;
};
const longest = encodedTo(longestLocation);
const tooLong = encodedTo(longestLocation + 1);

t.test('a destination longer than proxies accept causes a warning', async (t) => {
  const daemon = await startDaemon(t, { env: { DEFAULT_SHORT_DOMAIN: 'go.test' } });
  const { id, key } = await addWorkspace(daemon.context.db, 'scale');
  const call = caller(daemon, key);
  const url = 'https://example.com/';
  const port = Number(new URL(daemon.origin).port);
  const visit = (path: string) => ask(port, { path, headers: { Host: 'go.test' } });

  const warned = (json: Json) => json.warnings.map(({ code, field }: Json) => `${code} ${field}`);

  await t.test(
    'a destination longer than proxies accept gets a warning in every field, and the longest that fits gets no warning',
    async (t) => {
      const fields: [field: string, body: (to: string) => object][] = [
        ['url', (to) => ({ url: to })],
        ['expiredUrl', (to) => ({ url, expiresAt: '2035-01-01T00:00:00Z', expiredUrl: to })],
        ['notStartedUrl', (to) => ({ url, notStartedUrl: to })],
        ['iosUrl', (to) => ({ url, iosUrl: to })],
        ['androidUrl', (to) => ({ url, androidUrl: to })],
        ['geo.DE', (to) => ({ url, geo: { FR: url, DE: to } })],
      ];
      for (const [field, body] of fields) {
        t.match(await call('POST', '/links', body(longest)), { status: 201, json: { warnings: [] } }, field);
        const made = await call('POST', '/links', body(tooLong));
        t.match([made.status, warned(made.json)], [201, [`long_destination ${field}`]]);
        t.match(made.json.warnings[0].message, /3501 bytes long .* percent-encoded .* 502 .* 3500\.$/);
        t.same((await call('GET', `/links/${made.json.id}`)).json.warnings, made.json.warnings);
        const link = (await call('POST', '/links', { url })).json;
        const changed = await call('PATCH', `/links/${link.id}`, {
          ...body(tooLong),
          url: field === 'url' ? tooLong : url,
        });
        t.match([changed.status, warned(changed.json)], [200, [`long_destination ${field}`]]);
      }
    },
  );

  await t.test('UTM parameters count towards the length, whether the URL or a parameter changes', async (t) => {
    const utm = { source: '日'.repeat(10) };
    t.same(warned((await call('POST', '/links', { url: longest, utm })).json), ['long_destination url']);
    const link = (await call('POST', '/links', { url: longest, title: 'a' })).json;
    const patch = async (body: object) => warned((await call('PATCH', `/links/${link.id}`, body)).json);
    t.same(await patch({ utm }), ['long_destination url']);
    t.same(await patch({ url }), []);
    const bulk = await call('POST', '/links/bulk', { links: [{ url }, { url: tooLong }, { url: longest }] });
    t.same(
      bulk.json.results.map(({ link }: Json) => warned(link)),
      [[], ['long_destination url'], []],
    );
  });

  await t.test('a redirect sends the whole destination, even 714 times ü or the longest possible URL', async (t) => {
    for (const [slug, to, bytes] of [
      ['umlauts', `https://example.com/?q=${'ü'.repeat(714)}`, 23 + 6 * 714],
      ['emoji', `https://example.com/${'😀'.repeat(2_028)}`, 20 + 12 * 2_028],
    ] as const) {
      t.equal((await call('POST', '/links', { url: to, slug })).status, 201, slug);
      const { status, headers } = await ask(port, { path: `/${slug}`, headers: { Host: 'go.test' } });
      t.match([status, headers.location?.length, headers.location], [302, bytes, new URL(to).href], slug);
    }
    t.equal((await call('POST', '/links', { url: `https://example.com/${'😀'.repeat(2_029)}` })).status, 422);
  });

  await t.test(
    'an existing link whose destination is longer than proxies accept keeps working and can be edited',
    async (t) => {
      await putLink(daemon.context.db, { slug: 'older', workspace_id: id, url: tooLong });
      const found = await visit('/older?a=1');
      t.equal(found.status, 302);
      t.equal(found.headers.location, `${new URL(tooLong).href}?a=1`);
      const { links } = (await call('GET', '/links?q=older')).json;
      t.equal((await call('PATCH', `/links/${links[0].id}`, { title: 'new' })).status, 200);
    },
  );

  await t.test("the visitor's query is added completely or not at all", async (t) => {
    await putLink(daemon.context.db, { slug: 'short', workspace_id: id, url });
    const room = longestLocation - `${url}?a=`.length;
    const fits = await visit(`/short?a=${'x'.repeat(room)}`);
    t.equal(fits.status, 302);
    t.equal(fits.headers.location?.length, longestLocation);
    const refused = await visit(`/short?a=${'x'.repeat(room + 1)}`);
    t.equal(refused.status, 414);
    t.equal(refused.headers.location, undefined);
    t.match(refused.body, /too long to pass on/);
    t.equal((await visit(`/short?qr=${'x'.repeat(room + 100)}`)).status, 302, 'other fields do not');
  });
});
