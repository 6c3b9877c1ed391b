/** Messages and events around merges of contacts: nothing is removed, and everything is erased with the kept contact. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { addContact, addTerms, type Body, recordOf, startAutomations } from '../../fixtures/automations.ts';
import { addHook, ended, sendTo } from '../../fixtures/hooks.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t);
const { post, get, db, site } = service;
const tags = await addTerms(service, 'tag', ['A', 'B', 'C']);
const lists = await addTerms(service, 'list', ['D', 'E']);
const columns = ['f_name', 'l_name', 'state'] as const;

type State = { terms: number[]; values: Record<string, string> };

async function stateOf(id: number): Promise<State> {
  const record = await recordOf(service, id);
  const values = Object.fromEntries(columns.map((name) => [name, record[name] as string]));
  return { terms: [...JSON.parse(record.tags), ...JSON.parse(record.lists)], values };
}

const values = fc.dictionary(fc.constantFrom(...columns), fc.constantFrom('', 'Ada', 'Eve'));
const terms = fc.subarray([...tags, ...lists]);
const cases = fc.sample(
  fc.record({
    known: fc.tuple(values, values),
    held: fc.tuple(terms, terms),
    added: terms,
    body: values,
    overwrite: fc.subarray([...columns]),
    order: fc.shuffledSubarray(['first', 'second', 'merge'] as const, { minLength: 3 }),
    isConcurrent: fc.boolean(),
  }),
  { numRuns: 10, seed: 5 },
);
const split = (ids: number[]) => ({
  tags: ids.filter((id) => tags.includes(id)),
  lists: ids.filter((id) => lists.includes(id)),
});

for (const [place, { known, held, added, body, overwrite, order, isConcurrent }] of cases.entries()) {
  const how = isConcurrent ? 'at the same time' : order.join(', ');
  t.test(`case ${place}, ${how}: a merge and messages remove nothing, and an erasure leaves nothing`, async (t) => {
    const emails = { first: `first${place}@x.example`, second: `second${place}@x.example` };
    const [keep, other] = [
      await addContact(service, { email: emails.first, ...known[0], ...split(held[0]) }),
      await addContact(service, { email: emails.second, ...known[1], ...split(held[1]) }),
    ];
    const before = [await stateOf(keep), await stateOf(other)] as const;
    const sources = Object.fromEntries(columns.map((name) => [name, name]));
    const mapping = { email: 'email', ...sources, ...split(added), overwrite, event: 'seen', data: { by: 'email' } };
    const hook = await addHook(service, { mapping });
    let sent = 0;
    const steps = {
      merge: async () => t.equal((await post('/contact/merge', { keep, other })).status, 200),
      first: async () => t.equal((await sendTo(site, hook, { ...body, email: emails.first })).status, 202),
      second: async () => t.equal((await sendTo(site, hook, { ...body, email: emails.second })).status, 202),
    };
    if (isConcurrent) await Promise.all(order.map((step) => steps[step]()));
    else
      for (const step of order) {
        await steps[step]();
        if (step !== 'merge') await ended(service, hook, ++sent);
      }
    const messages = await ended(service, hook, 2);
    t.strictSame(
      messages.filter(({ outcome }) => !['created', 'changed', 'unchanged'].includes(outcome)),
      [],
    );

    const after = await stateOf(keep);
    const lost = [...before[0].terms, ...before[1].terms].filter((id) => !after.terms.includes(id));
    t.strictSame(lost, [], 'no tag and no list is lost');
    for (const name of columns) {
      const [was, wasOther] = before.map((one) => one.values[name]);
      const mapped = body[name] ?? '';
      const isMapped = mapped !== '' && after.values[name] === mapped && (overwrite.includes(name) || !was);
      t.ok(isMapped || after.values[name] === (was || wasOther), `${name}: ${was} to ${after.values[name]}`);
    }
    t.equal(await countEvents(emails), 2, 'each message has recorded its event once');

    const left = await get(`/contact?email=${emails.second}`);
    for (const id of [keep, ...(left.status === 200 ? [left.body.data.contact.contact.id] : [])])
      t.equal((await post(`/contact/erase/${id}`)).status, 200);
    t.equal(await countEvents(emails), 0);
    const stored = await sql`SELECT id FROM wp_automations_hook_messages WHERE hook_id = ${hook.ID}`.execute(db);
    t.strictSame(stored.rows, []);
  });
}

async function countEvents({ first, second }: Body): Promise<number> {
  const { rows } = await sql<{ data: string }>`SELECT data FROM wp_automations_events`.execute(db);
  return rows.filter(({ data }) => [first, second].includes(JSON.parse(data).by)).length;
}

t.test('messages of a contact that is deleted while the plugin is off are deleted afterwards', async (t) => {
  const hook = await addHook(service);
  await sendTo(site, hook, { email: 'off@x.example' });
  const [message] = await ended(service, hook);
  const { plugin } = await import('../../../automations-api/plugins/hooks/plugin.ts');
  await service.app.host.remove('hooks');
  t.equal((await post(`/contact/erase/${message?.contact}`)).status, 200);
  // The job has run when the plugin started. This makes it due again.
  await service.app.host.options.set('plugin.hooks.job.forget-old-messages', { done: 0, claimed: 0 });
  await service.app.host.start(plugin);
  await until(async () => (await get(`/hook/${hook.ID}/messages`)).body.data.messages.length === 0);
});
