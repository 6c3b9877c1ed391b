/** The most important faults in short form, and a check that a wrong ledger is detected. */
import { t } from '../runner/tap.ts';
import { faults, type Lengths } from './faults.ts';
import { startSystem } from './site.ts';
import { rowOf } from './table.ts';
import { type Suffered, suffer } from './try-fault.ts';
import { compare } from './verdict.ts';

const lengths: Lengths = { brief: 3_000, away: 5_000, killing: 6_000 };
const rate = 25;
const system = await startSystem(t, 'single');
const suffered: Suffered[] = [];

for (const fault of faults.filter(({ name }) =>
  ['stores-away', 'processes-killed', 'everything-killed'].includes(name),
)) {
  t.test(`no guarantee is broken while ${fault.says}`, async (t) => {
    const one = await suffer(system, fault, lengths, rate);
    suffered.push(one);
    t.same(one.broken, []);
    t.comment(JSON.stringify(rowOf(one)));
    const { redirects, acknowledged } = one.ledger;
    t.ok(redirects.served > 100, `${redirects.served} redirects`);
    // On a busy machine there are few.
    for (const [kind, times] of acknowledged) t.ok(times.length > 1, `${times.length} ${kind}`);
  });
}

t.test('the check finds a lost click, an invented click, a lost write and a partially written contact', async (t) => {
  const { ledger } = suffered[0] as Suffered;
  const [[email = ''] = [], [url = ''] = []] = [[...ledger.contacts], [...ledger.created.values()]];
  const [lessSlug = '', moreSlug = ''] = ledger.clicks.keys();
  await system.look(async (db, contacts) => {
    const idOf = (slug: string) => db.selectFrom('links').select('id').where('slug', '=', slug);
    const hours = db.updateTable('click_hours').limit(1);
    await hours
      .set((e) => ({ clicks: e('clicks', '-', 1) }))
      .where('link_id', '=', idOf(lessSlug))
      .execute();
    await hours
      .set((e) => ({ clicks: e('clicks', '+', 1000) }))
      .where('link_id', '=', idOf(moreSlug))
      .execute();
    await db.updateTable('links').set({ url: 'https://example.com/new/other' }).where('url', '=', url).execute();
    const { id } = await contacts
      .selectFrom('automations_contacts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await contacts.deleteFrom('automations_contact_terms').where('contact_id', '=', id).limit(1).execute();
  });
  t.match(await compare(system, ledger), {
    clicks: { lost: 1, doubled: Number },
    writes: { lost: 1, doubled: 0, half: 1 },
  });
  t.ok((await compare(system, ledger)).clicks.doubled > 0);
});
