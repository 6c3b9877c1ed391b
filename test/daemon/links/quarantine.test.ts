/** A slug that a workspace gave up is reserved for a while: no other workspace gets it by choice, rename, bulk or at random. */
import { setTimeout as sleep } from 'node:timers/promises';
import { unsetColumns } from '../../../daemon/links/core/fields.ts';
import {
  deleteFreedSlugsBefore,
  heldSince,
  isAnyHeld,
  listTakenSlugs,
} from '../../../daemon/links/core/slug-queries.ts';
import { createLinks, type Draft } from '../../../daemon/links/create/create-links.ts';
import { startForgetting } from '../../../daemon/workers/delete-expired.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { newId } from '../../../shared/db/public-ids.ts';
import { type Answered, addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { explain } from '../../fixtures/explain.ts';
import { t } from '../../runner/tap.ts';

const env = { PLANS_SCALE_REQUESTS_PER_MINUTE: '1000000', SLUG_QUARANTINE_DAYS: '90' };
const daemon = await startDaemon(t, { env });
const second = await startDaemon(t, { env, stores: daemon.stores });
const { db, config, log } = daemon.context;
const url = 'https://example.com/';
const dayMs = 86_400_000;

async function person() {
  const workspace = await addWorkspace(db, 'scale');
  const call = caller(daemon, workspace.key);
  const make = (slug: string) => call('POST', '/links', { url, slug });
  return { ...workspace, call, make, elsewhere: caller(second, workspace.key) };
}
const [mine, theirs] = [await person(), await person()];
const outcome = ({ status, json }: Answered) => [status, json.error?.code ?? null, json.error?.details ?? null];
const held = [409, 'slug_taken', { field: 'slug', reason: 'quarantined' }];
const age = (slug: string, days: number) =>
  db
    .updateTable('freed_slugs')
    .set({ freed_at: new Date(Date.now() - days * dayMs) })
    .where('slug', '=', slug)
    .execute();

/** Ways in which a slug becomes free. */
const frees: Record<string, (link: Json) => Promise<Answered>> = {
  deleted: ({ id }) => mine.call('DELETE', `/links/${id}`),
  renamed: ({ id, slug }) => mine.call('PATCH', `/links/${id}`, { slug: `${slug}-new` }),
};

/** Ways in which another workspace can try to get it. */
const takes: Record<string, (slug: string) => Promise<unknown[]>> = {
  create: async (slug) => outcome(await theirs.make(slug)),
  'create with a password': async (slug) =>
    outcome(await theirs.call('POST', '/links', { url, slug, password: 'long enough' })),
  rename: async (slug) => {
    const { json } = await theirs.call('POST', '/links', { url });
    return outcome(await theirs.call('PATCH', `/links/${json.id}`, { slug }));
  },
  'rename with a password': async (slug) => {
    const { json } = await theirs.call('POST', '/links', { url });
    return outcome(await theirs.call('PATCH', `/links/${json.id}`, { slug, password: 'long enough' }));
  },
  bulk: async (slug) => {
    const { json } = await theirs.call('POST', '/links/bulk', { links: [{ url }, { url, slug }, { url }] });
    t.same([json.created, json.failed], [2, 1], "a bulk request's other links are created");
    const { status, error } = json.results[1];
    return [status, error.code, error.details];
  },
};

for (const [way, free] of Object.entries(frees)) {
  t.test(`a slug that was ${way} is reserved for its workspace until its quarantine ends`, async (t) => {
    const slug = `code-${way}`;
    const { json: link } = await mine.make(slug);
    t.same(outcome(await theirs.make(slug)), [409, 'slug_taken', { field: 'slug' }], 'while it is in use');
    t.equal((await free(link)).status, 200);
    for (const [name, take] of Object.entries(takes)) t.same(await take(slug), held, name);
    const { message } = (await theirs.make(slug)).json.error;
    t.notMatch(message, new RegExp(`${mine.publicId}|\\d{4}-|Workspace`), 'its owner and end stay secret');
    t.equal((await theirs.make(slug.toUpperCase())).status, 201, 'case distinguishes slugs');

    const { status, json: again } = await mine.make(slug);
    t.equal(status, 201, 'its previous owner takes it back at once');
    await mine.call('DELETE', `/links/${again.id}`);
    await age(slug, 89);
    t.same(await takes.create?.(slug), held);
    await age(slug, 91);
    t.same(await takes.create?.(slug), [201, null, null]);
    t.same(outcome(await mine.make(slug)), [409, 'slug_taken', { field: 'slug' }]);
  });
}

t.test('a renamed link frees only its old slug, and can take it back', async (t) => {
  const { json: link } = await mine.make('first-name');
  await mine.call('PATCH', `/links/${link.id}`, { slug: 'first-name', title: 'the same' });
  t.same(await db.selectFrom('freed_slugs').select('slug').where('slug', '=', 'first-name').execute(), []);
  await mine.call('PATCH', `/links/${link.id}`, { slug: 'second-name' });
  t.equal((await mine.call('PATCH', `/links/${link.id}`, { slug: 'first-name' })).status, 200);
  t.same(await takes.create?.('second-name'), held);
});

t.test('a random slug is never a reserved slug', async (t) => {
  const { json: link } = await mine.make('drawn22');
  await mine.call('DELETE', `/links/${link.id}`);
  const slugs = ['drawn22', 'drawn22', 'drawn33'];
  const draft = (workspaceId: number): Draft => ({
    public_id: newId('lnk'),
    workspace_id: workspaceId,
    domain_id: 0,
    hostname: null,
    ...unsetColumns,
    url,
    password_hash: null,
    tags: [],
  });
  const job = {
    workspaceId: theirs.id,
    limit: 1_000_000,
    drafts: [draft(theirs.id)],
    actor: { type: 'system' as const },
    now: new Date(),
    beforeCommit: async () => {},
  };
  const draw = () => slugs.shift() as string;
  const [outcomes] = await createLinks(db, [job], { since: heldSince(config, new Date()), draw });
  t.match(outcomes, [{ row: { slug: 'drawn33' } }]);
  t.same(slugs, []);
});

t.test('repeated concurrent deletion and creation never give a slug to another workspace', async (t) => {
  const race = async (slug: string, renames: boolean) => {
    const { json: link } = await mine.make(slug);
    const { json: other } = await theirs.call('POST', '/links', { url });
    const answers = await Promise.all([
      theirs.make(slug),
      theirs.elsewhere('PATCH', `/links/${other.id}`, { slug }),
      renames
        ? mine.call('PATCH', `/links/${link.id}`, { slug: `${slug}-b` })
        : mine.call('DELETE', `/links/${link.id}`),
      theirs.elsewhere('POST', '/links/bulk', { links: [{ url, slug }] }).then(({ json }) => json.results[0]),
      theirs.call('PATCH', `/links/${other.id}`, { slug }),
      theirs.make(slug),
    ]);
    t.same(
      answers.map(({ status }) => status),
      [409, 409, 200, 409, 409, 409],
      slug,
    );
  };
  for (let round = 0; round < 10; round++) {
    await Promise.all([0, 1, 2, 3].map((lane) => race(`race-${round}-${lane}`, lane % 2 === 1)));
  }
  const taken = await db.selectFrom('links').select('slug').where('workspace_id', '=', theirs.id).execute();
  t.same(
    taken.filter(({ slug }) => slug.startsWith('race-')),
    [],
  );
});

t.test('a slug that looked free before a concurrent deletion is checked again after it is written', async (t) => {
  const { json: link } = await mine.make('overtaken');
  const wanted = [{ workspaceId: theirs.id, domainId: 0, slug: 'overtaken' }];
  const since = heldSince(config, new Date());
  await inTransaction(db, async (trx) => {
    t.notOk(await isAnyHeld(trx, wanted, since));
    await mine.call('DELETE', `/links/${link.id}`);
    t.ok(await isAnyHeld(trx, wanted, since));
    t.notOk(await isAnyHeld(trx, [{ workspaceId: mine.id, domainId: 0, slug: 'overtaken' }], since));
    t.notOk(await isAnyHeld(trx, [{ workspaceId: theirs.id, domainId: 7, slug: 'overtaken' }], since));
    t.notOk(await isAnyHeld(trx, wanted, undefined));
  });
});

t.test('with SLUG_QUARANTINE_DAYS=0, a slug is free at once', async (t) => {
  const off = await startDaemon(t, { env: { ...env, SLUG_QUARANTINE_DAYS: '0' }, stores: daemon.stores });
  const { json: link } = await mine.make('off');
  await mine.call('DELETE', `/links/${link.id}`);
  t.same(await takes.create?.('off'), held);
  t.equal((await caller(off, theirs.key)('POST', '/links', { url, slug: 'off' })).status, 201);
});

t.test('old reservations are deleted in the background', async (t) => {
  for (const [slug, days] of [
    ['old-row', 91],
    ['young-row', 89],
  ] as const) {
    const { json: link } = await mine.make(slug);
    await mine.call('DELETE', `/links/${link.id}`);
    await age(slug, days);
  }
  const rows = async () =>
    (await db.selectFrom('freed_slugs').select('slug').where('slug', 'like', '%-row').execute()).map(
      ({ slug }) => slug,
    );
  const stop = startForgetting(config, db, log, 50);
  while ((await rows()).length > 1) await sleep(20);
  await stop();
  t.same(await rows(), ['young-row']);
});

t.test('each statement about freed slugs finds its rows by key alone', async (t) => {
  const wanted = Array.from({ length: 5 }, (_, n) => ({ workspaceId: theirs.id, domainId: 0, slug: `race-${n}-0` }));
  const since = heldSince(config, new Date());
  const explained = await explain(db, async (db) => {
    await listTakenSlugs(db, wanted, since);
    await inTransaction(db, (trx) => isAnyHeld(trx, wanted, since));
    await deleteFreedSlugsBefore(db, new Date(0), 10);
  });
  const plans = explained.flatMap(({ plans }) => plans).filter(({ table }) => /links|freed_slugs/.test(table ?? ''));
  t.ok(plans.length >= 4);
  for (const plan of plans) t.ok(['range', 'const', 'eq_ref'].includes(plan.type ?? ''), JSON.stringify(plan));
});
