/** Destinations that would not get through proxies: refused when they come, in every field; those there go on. */

import { longestLocation } from '../../../daemon/redirect/location.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { putLink } from '../../fixtures/redirects.ts';
import { ask } from '../../fixtures/requests.ts';
import { t } from '../../runner/tap.ts';

/** A URL of so many bytes once it is encoded, of few characters. */
const encodedTo = (bytes: number) => {
  const head = 'https://example.com/';
  const wide = Math.floor((bytes - head.length) / 9);
  return `${head}${'日'.repeat(wide)}${'a'.repeat(bytes - head.length - wide * 9)}`;
};
const longest = encodedTo(longestLocation);
const tooLong = encodedTo(longestLocation + 1);

t.test('a destination longer than proxies let through', async (t) => {
  const daemon = await startDaemon(t, { env: { DEFAULT_SHORT_DOMAIN: 'go.test' } });
  const { id, key } = await addWorkspace(daemon.context.db, 'scale');
  const call = caller(daemon, key);
  const url = 'https://example.com/';
  const port = Number(new URL(daemon.origin).port);
  const visit = (path: string) => ask(port, { path, headers: { Host: 'go.test' } });

  await t.test('is refused in every field, and one that just fits is not', async (t) => {
    const fields: [field: string, body: (to: string) => object][] = [
      ['url', (to) => ({ url: to })],
      ['expiredUrl', (to) => ({ url, expiresAt: '2035-01-01T00:00:00Z', expiredUrl: to })],
      ['notStartedUrl', (to) => ({ url, notStartedUrl: to })],
      ['iosUrl', (to) => ({ url, iosUrl: to })],
      ['androidUrl', (to) => ({ url, androidUrl: to })],
      ['geo.DE', (to) => ({ url, geo: { FR: url, DE: to } })],
    ];
    for (const [field, body] of fields) {
      t.equal((await call('POST', '/links', body(longest))).status, 201, field);
      const refused = await call('POST', '/links', body(tooLong));
      t.equal(refused.status, 422, field);
      t.equal(refused.json.error.details.field, field);
      t.match(refused.json.error.message, /3501 bytes long .* percent-encoded .* 3500/);
      const link = (await call('POST', '/links', { url })).json;
      const patch = { ...body(tooLong), url: field === 'url' ? tooLong : url };
      t.match(await call('PATCH', `/links/${link.id}`, patch), {
        status: 422,
        json: { error: { details: { field } } },
      });
    }
  });

  await t.test('its UTM members count, whichever is changed', async (t) => {
    const utm = { source: '日'.repeat(10) };
    t.equal((await call('POST', '/links', { url: longest, utm })).status, 422);
    const link = (await call('POST', '/links', { url: longest, title: 'a' })).json;
    t.match(await call('PATCH', `/links/${link.id}`, { utm }), {
      status: 422,
      json: { error: { details: { field: 'url' } } },
    });
    t.equal((await call('PATCH', `/links/${link.id}`, { utm, url })).status, 200);
    t.equal((await call('PATCH', `/links/${link.id}`, { url: longest })).status, 422);
    const bulk = await call('POST', '/links/bulk', { links: [{ url }, { url: tooLong }, { url: longest }] });
    t.same(
      bulk.json.results.map(({ status }: { status: number }) => status),
      [201, 422, 201],
    );
  });

  await t.test('one that is there already goes on, and can be edited', async (t) => {
    await putLink(daemon.context.db, { slug: 'older', workspace_id: id, url: tooLong });
    const found = await visit('/older?a=1');
    t.equal(found.status, 302);
    t.equal(found.headers.location, `${new URL(tooLong).href}?a=1`);
    const { links } = (await call('GET', '/links?q=older')).json;
    t.equal((await call('PATCH', `/links/${links[0].id}`, { title: 'new' })).status, 200);
  });

  await t.test("a visitor's query is passed on whole or not at all", async (t) => {
    await putLink(daemon.context.db, { slug: 'short', workspace_id: id, url });
    const room = longestLocation - `${url}?a=`.length;
    const fits = await visit(`/short?a=${'x'.repeat(room)}`);
    t.equal(fits.status, 302);
    t.equal(fits.headers.location?.length, longestLocation);
    const refused = await visit(`/short?a=${'x'.repeat(room + 1)}`);
    t.equal(refused.status, 414);
    t.equal(refused.headers.location, undefined);
    t.match(refused.body, /too long to be passed on/);
    t.equal((await visit(`/short?qr=${'x'.repeat(room + 100)}`)).status, 302, 'what is not does not');
  });
});
