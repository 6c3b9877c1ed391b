/** Slug availability follows the rules for new links, and suggestions are available. */
import fc from 'fast-check';
import { reportHiddenLinks } from '../../../daemon/links/hidden-links.ts';
import { alternativesOf } from '../../../daemon/links/slug-availability.ts';
import type { Log } from '../../../shared/log/log.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;
const workspace = await addWorkspace(db, 'scale');
const call = caller(daemon, workspace.key);
const theirs = caller(daemon, (await addWorkspace(db, 'scale')).key);
const url = 'https://example.com/';
const make = async (slug: string, by = call, domain?: string) =>
  (await by('POST', '/links', { url, slug, ...(domain ? { domain } : {}) })).json as Json;
const ask = (slug: string, more: Record<string, string> = {}, by = call) =>
  by('GET', `/links/slug-availability?${new URLSearchParams({ slug, ...more })}`);

const now = new Date();
for (const [hostname, status] of [
  ['own.example.com', 'verified'],
  ['pending.example.com', 'pending'],
] as const) {
  const times = { created_at: now, updated_at: now };
  const row = { public_id: `dom_${status}`, workspace_id: workspace.id, hostname, status, ...times };
  await db.insertInto('domains').values(row).execute();
}

t.test('each answer predicts the outcome of creating the link, and suggests slugs that work', async (t) => {
  await make('taken', theirs);
  await make('taken-2');
  await make('x'.repeat(64));
  await make('mine', call, 'own.example.com');
  const freed = await make('freed', theirs);
  await theirs('DELETE', `/links/${freed.id}`);
  const own = await make('own');
  await call('DELETE', `/links/${own.id}`);
  for (const [slug, expected, more] of [
    ['free', { available: true }],
    ['own', { available: true }],
    ['TAKEN', { available: true }],
    ['taken', { available: false, reason: 'taken', suggestion: 'taken-3' }],
    ['x'.repeat(64), { available: false, reason: 'taken', suggestion: `${'x'.repeat(62)}-2` }],
    ['freed', { available: false, reason: 'quarantined', suggestion: 'freed-2' }],
    ['api', { available: false, reason: 'reserved', suggestion: 'api-2' }],
    ['docs', { available: false, reason: 'reserved', suggestion: 'docs-2' }],
    ['Grüße aus Köln!', { available: false, reason: 'invalid', suggestion: 'Gru-e-aus-Koln' }],
    ['-taken', { available: false, reason: 'invalid', suggestion: 'taken-3' }],
    ['犬', { available: false, reason: 'invalid' }],
    ['taken', { available: true }, { domain: 'own.example.com' }],
    ['freed', { available: true }, { domain: 'OWN.example.com' }],
    ['mine', { available: false, reason: 'taken', suggestion: 'mine-2' }, { domain: 'own.example.com' }],
    ['taken', { available: false, reason: 'taken', suggestion: 'taken-3' }, { domain: 'localhost:8080' }],
  ] as [string, Json, Record<string, string>?][]) {
    const { status, json } = await ask(slug, more);
    t.strictSame([status, json], [200, expected], `${slug} ${JSON.stringify(more ?? {})}`);
    const made = (wanted: string) => call('POST', '/links', { url, slug: wanted, ...more });
    for (const wanted of [slug, ...(expected.suggestion ? [expected.suggestion] : [])]) {
      const { status: then, json: link } = await made(wanted);
      t.equal(then === 201, expected.available || wanted !== slug, `${wanted} is created as predicted`);
      if (then === 201) await call('DELETE', `/links/${link.id}`);
    }
  }
});

t.test("contact automation's paths are reserved if both services share the default short domain", async (t) => {
  const stores = await createStores(t);
  const before = await startDaemon(t, { stores });
  const { key } = await addWorkspace(before.context.db, 'scale');
  const asBefore = caller(before, key);
  const { json: kept } = await asBefore('POST', '/links', { url, slug: 'wp-json' });
  await asBefore('POST', '/links', { url, slug: 'other' });
  const cases = [
    { DEFAULT_SHORT_DOMAIN: 'go.test', BASE_URL: 'https://go.test/api', SITE_URL: 'https://go.test' },
    { DEFAULT_SHORT_DOMAIN: 'GO.test', BASE_URL: 'https://links.test/api', SITE_URL: 'https://go.test:443/' },
    { DEFAULT_SHORT_DOMAIN: 'go.test:8443', BASE_URL: 'https://go.test:8443/api', SITE_URL: 'https://go.test:8443' },
  ];
  for (const env of cases) {
    const one = await startDaemon(t, { stores, env });
    const by = caller(one, key);
    for (const slug of ['forms', 'hooks', 'wp-admin', 'wp-json']) {
      const { json } = await by('GET', `/links/slug-availability?slug=${slug}`);
      t.strictSame(json, { available: false, reason: 'reserved', suggestion: `${slug}-2` });
      t.match(await by('POST', '/links', { url, slug }), {
        status: 422,
        json: { error: { details: { field: 'slug' } } },
      });
    }
    t.equal((await by('PATCH', `/links/${kept.id}`, { slug: 'wp-json', title: 'kept' })).status, 200);
    const reported: unknown[] = [];
    const log = { ...one.context.log, warn: (...said: unknown[]) => reported.push(said[0]) } as unknown as Log;
    await reportHiddenLinks({ ...one.context, log });
    t.strictSame(reported, [{ hidden: [{ id: kept.id, slug: 'wp-json' }] }], 'an existing link is named');
  }
  const apart = { DEFAULT_SHORT_DOMAIN: 'go.test', BASE_URL: 'https://go.test/api', SITE_URL: 'https://go.test:8443' };
  const two = caller(await startDaemon(t, { stores, env: apart }), key);
  t.match(await two('POST', '/links', { url, slug: 'wp-admin' }), { status: 201 }, 'another port is another address');
});

t.test('the availability check refuses invalid queries and viewers', async (t) => {
  for (const [query, field] of [
    [{ slug: '' }, 'slug'],
    [{ slug: 'x'.repeat(201) }, 'slug'],
    [{ slug: 'a', domain: 'pending.example.com' }, 'domain'],
    [{ slug: 'a', domain: 'unknown.example.com' }, 'domain'],
  ] as [{ slug: string; domain?: string }, string][]) {
    const { slug, ...more } = query;
    const { status, json } = await ask(slug, more as Record<string, string>);
    t.same([status, json.error.details.field], [422, field], JSON.stringify(query));
  }
  t.equal((await ask('a', { domain: 'own.example.com' }, theirs)).status, 422, "another workspace's domain");
  const viewer = caller(daemon, (await addWorkspace(db, 'scale', 'viewer')).key);
  t.equal((await ask('a', {}, viewer)).status, 403);
});

t.test('every suggestion for any input is a slug that differs from the input', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) =>
      alternativesOf(text).every((each) => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(each) && each !== text),
    ),
  );
});
