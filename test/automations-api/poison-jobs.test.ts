/** Contact automation jobs that ended their process three times. They fail with a reason that users can see. */
import { addContact, addTerms, startAutomations } from '../fixtures/automations.ts';
import { sendFile } from '../fixtures/imports.ts';
import { leavePoison, type Poison } from '../fixtures/poison.ts';
import { addRule, untilRuns } from '../fixtures/rules.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, { CONTACT_IMPORTS_AT_ONCE: '1' }, stores);
const { get, post } = service;
const [tag = 0, other = 0] = await addTerms(service, 'tag', ['Trigger', 'Other']);
const reason = /ended the process three times/;
const leave = (t: Test, poison: Poison) =>
  leavePoison(t, stores, { ...poison, queue: `${service.config.tablePrefix}${poison.queue}` });

t.test('a bulk action that crashes its process three times fails and shows the reason', async (t) => {
  const [mark] = await addTerms(service, 'tag', ['Acted on']);
  const id = await addContact(service, { email: 'acted@x.example' });
  await post(`/contact/tag-assign/${id}`, { tags: [mark] });
  const piece = 'the contacts after 0';
  const poison = await leave(t, { queue: 'contact-jobs', id: 'job-1', data: { id: 1 }, piece });
  const { job } = (await post('/contacts/action', { filter: { tag: [mark] }, action: 'add_tags', tags: [other] })).body
    .data;
  t.equal(job.ID, 1);
  await poison.letRun();
  const shown = async () => (await get(`/job/${job.ID}`)).body.data.job;
  await until(async () => (await shown()).ended_at);
  t.match(await shown(), { status: 'failed', done: 0, failed: 1, error: reason });
});

t.test(
  "a rule's run that crashes its process three times fails and shows the reason, and the rule's other runs finish",
  async (t) => {
    const rule = await addRule(service, {
      trigger: { event: 'tag.added', tag },
      steps: [{ action: 'add_tags', tags: [other] }],
    });
    const data = { ruleId: rule.ID };
    const piece = 'step 1 of run 1';
    const poison = await leave(t, { queue: 'rules', id: `rule-${rule.ID}`, data, piece });
    const ids = [];
    for (const name of ['one', 'two']) ids.push(await addContact(service, { email: `${name}@runs.example` }));
    for (const id of ids) await post(`/contact/tag-assign/${id}`, { tags: [tag] });
    await poison.letRun();
    t.match(await untilRuns(service, rule.ID, 'failed', 1), [{ ID: 1, reason }]);
    t.match(await untilRuns(service, rule.ID, 'done', 1), [{ ID: 2 }]);
  },
);

t.test('an import that crashes its process three times fails and shows the reason', async (t) => {
  const piece = 'the first reading of the file';
  const poison = await leave(t, { queue: 'contact-imports', id: 'import-1', data: { id: 1 }, piece });
  const { ID } = (await sendFile(service, 'contacts.csv', 'email\nada@x.example\n')).body.data.import;
  t.equal(ID, 1);
  const another = await sendFile(service, 'more.csv', 'email\nada@x.example\n');
  t.match(another, { status: 422, body: { message: /At most 1 imports can wait/ } });
  await poison.letRun();
  const shown = async () => (await get(`/import/${ID}`)).body.data.import;
  await until(async () => (await shown()).status === 'failed');
  t.match(await shown(), { created: 0, error: reason });
});

t.test('an email that crashes its process three times fails and shows the reason', async (t) => {
  const id = 1;
  const poison = await leave(t, { queue: 'automations-mails', id: `mail-${id}`, data: { id } });
  await service.db
    .insertInto('automations_mails')
    .values({
      kind: 'mail',
      recipient: 'ada@x.example',
      contact_id: null,
      data: '{}',
      due_at: new Date(0),
      created_at: new Date(),
    })
    .execute();
  await poison.letRun();
  const row = () =>
    service.db.selectFrom('automations_mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await until(async () => (await row()).status !== 'waiting');
  t.match(await row(), { status: 'failed', last_error: reason });
});
