/** Tags, lists and fields that plugins use: their uses are shown, and hooks and other plugins follow merges and deletions. */
import { sql } from 'kysely';
import type { PluginUses, TermChange } from '../../../automations-api/host/contacts.ts';
import { addTerms, type Body, recordOf, startAutomations } from '../../fixtures/automations.ts';
import { addHook, ended, sendTo } from '../../fixtures/hooks.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t);
const { post, get, del, db } = service;
const mappingOf = async ({ ID }: Body): Promise<Body> => (await get(`/hook/${ID}`)).body.data.hook.mapping;
const othersOf = async (path: string): Promise<Body[]> => (await get(`${path}/uses`)).body.data.uses.others;

for (const [one, many] of [
  ['tag', 'tags'],
  ['list', 'lists'],
] as const) {
  t.test(`a hook that adds ${many} adds the kept ${one} after a merge, and none after a deletion`, async (t) => {
    const [a, b, kept] = (await addTerms(service, one, ['A', 'B', 'Kept'])) as [number, number, number];
    const other = { [one === 'tag' ? 'lists' : 'tags']: [a] };
    const hook = await addHook(service, { name: 'Shop', mapping: { email: 'email', [many]: [a, kept, b], ...other } });
    const unused = await addHook(service, { mapping: { email: 'email', ...other } });
    const uses = [
      { name: 'hooks', title: 'Incoming webhooks', path: 'hooks', objects: [{ ID: hook.ID, name: 'Shop' }] },
    ];
    t.strictSame(await othersOf(`/${one}/${a}`), uses);
    t.equal((await post(`/${one}/merge`, { from: [a, b], into: kept })).status, 200);
    t.strictSame(await mappingOf(hook), { email: 'email', [many]: [kept], ...other });
    t.strictSame(await othersOf(`/${one}/${kept}`), uses);
    t.equal((await del(`/${one}/${kept}`)).status, 200);
    t.strictSame((await mappingOf(hook))[many], []);
    t.strictSame(
      await mappingOf(unused),
      { email: 'email', ...other },
      'another hook, and ids of the other kind, stay',
    );
    for (const { ID } of [hook, unused]) await del(`/hook/${ID}`);
  });

  t.test(`every waiting message adds the kept ${one}, even if ${many} are merged while hooks work`, async (t) => {
    const [merged, kept] = (await addTerms(service, one, ['Merged', 'Into'])) as [number, number];
    const { ID } = await addHook(service, { mapping: { email: 'email', [many]: [merged] } });
    const emails = Array.from({ length: 60 }, (_, n) => `merged${n}-${one}@x.example`);
    for (const email of emails) {
      await sql`INSERT INTO wp_automations_hook_messages (hook_id, received_at, due_at, body)
        VALUES (${ID}, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), ${JSON.stringify({ email })})`.execute(db);
    }
    t.equal((await post(`/${one}/merge`, { from: [merged], into: kept })).status, 200);
    const waiting = sql`SELECT id FROM wp_automations_hook_messages WHERE hook_id = ${ID} AND outcome = 'waiting'`;
    await until(async () => (await waiting.execute(db)).rows.length === 0);
    await until(async () => {
      const { contact } = (await get(`/contacts?${one}=${kept}`)).body.data;
      return contact.total === emails.length;
    });
    t.strictSame(JSON.parse((await recordOf(service, await idOf(emails[0] as string)))[many]), [kept]);
  });
}

t.test("a hook that was off during merges adds the kept tag, unless a new tag has the merged tag's id", async (t) => {
  const [a, b, kept] = (await addTerms(service, 'tag', ['Off A', 'Off B', 'Off kept'])) as [number, number, number];
  const hook = await addHook(service, { mapping: { email: 'email', tags: [a, b] } });
  t.equal((await post('/tag/merge', { from: [a], into: b })).status, 200);
  t.equal((await post('/tag/merge', { from: [b], into: kept })).status, 200);
  const mapping = JSON.stringify({ email: 'email', tags: [a, b] });
  await sql`UPDATE wp_automations_hooks SET mapping = ${mapping} WHERE id = ${hook.ID}`.execute(db);
  await sendTo(service.site, hook, { email: 'off@x.example' });
  t.match(await ended(service, hook), [{ outcome: 'created', detail: '' }]);
  t.strictSame(JSON.parse((await recordOf(service, await idOf('off@x.example'))).tags), [kept]);
  await sql`INSERT INTO wp_automations_terms (id, type, name, name_key, created_at)
    VALUES (${a}, 1, 'Imported', 'imported', UTC_TIMESTAMP())`.execute(db);
  await sendTo(service.site, hook, { email: 'imported@x.example' });
  await ended(service, hook, 2);
  const tags = JSON.parse((await recordOf(service, await idOf('imported@x.example'))).tags);
  t.strictSame(tags.sort(), [a, kept].sort());
});

const idOf = async (email: string): Promise<number> =>
  (await get(`/contact?email=${email}`)).body.data.contact.contact.id;

t.test('a form adds the kept tag and list after a merge, and none after a deletion', async (t) => {
  const [tag, keptTag] = (await addTerms(service, 'tag', ['Form', 'Form kept'])) as [number, number];
  const [list, keptList] = (await addTerms(service, 'list', ['Form', 'Form kept'])) as [number, number];
  const given = { name: 'Join', fields: ['email'], lists: [list], offered_lists: [list, keptList], tags: [tag] };
  const { ID } = (await post('/form/add', given)).body.data.form;
  const formNow = async (): Promise<Body> => (await get(`/form/${ID}`)).body.data.form;
  const objects = [{ ID, name: 'Join' }];
  t.match(await othersOf(`/list/${list}`), [{ name: 'forms', title: 'Forms', path: 'forms', objects }]);
  t.equal((await post('/tag/merge', { from: [tag], into: keptTag })).status, 200);
  t.equal((await post('/list/merge', { from: [list], into: keptList })).status, 200);
  t.match(await formNow(), { tags: [keptTag], lists: [keptList], offered_lists: [keptList] });
  t.equal((await del(`/list/${keptList}`)).status, 200);
  t.match(await formNow(), { tags: [keptTag], lists: [], offered_lists: [] });
});

t.test('hooks that name a custom field by id or by slug are shown as its uses', async (t) => {
  const { ID, slug } = (await post('/field/add', { field_name: 'Plan', type: 1 })).body.data.fields;
  const hooks: Body[] = [];
  for (const key of [ID, slug]) hooks.push(await addHook(service, { mapping: { email: 'e', fields: { [key]: 'p' } } }));
  t.match(await othersOf(`/field/${ID}`), [{ name: 'hooks', objects: [{ ID: hooks[1]?.ID }, { ID: hooks[0]?.ID }] }]);
});

t.test("another plugin's uses are listed, and if that plugin fails, the merge or deletion is cancelled", async (t) => {
  const changes: TermChange[] = [];
  let fault: Error | undefined;
  const uses: PluginUses = {
    name: 'albums',
    title: 'Albums',
    list: async ({ type, id }) => [{ id: 7, name: `${type} ${id}` }],
    async replace(_, change) {
      if (fault) throw fault;
      changes.push(change);
    },
  };
  await service.app.host.start({
    ...{ name: 'albums', version: '1', tables: [], requires: { automations: '1' } },
    register: ({ contacts }) => contacts.addUses(uses),
  });
  const [from, into] = (await addTerms(service, 'tag', ['From', 'To'])) as [number, number];
  t.strictSame(await othersOf(`/tag/${from}`), [
    { name: 'albums', title: 'Albums', path: null, objects: [{ ID: 7, name: `tag ${from}` }] },
  ]);
  fault = new Error('the album is locked');
  t.equal((await post('/tag/merge', { from: [from], into })).status, 500);
  t.equal((await del(`/tag/${from}`)).status, 500);
  t.equal((await get(`/tag/${from}/uses`)).status, 200, 'the tag still exists');
  fault = undefined;
  t.equal((await post('/tag/merge', { from: [from], into })).status, 200);
  t.equal((await del(`/tag/${into}`)).status, 200);
  t.strictSame(changes, [
    { type: 'tag', from: [from], into },
    { type: 'tag', from: [into] },
  ]);
  await service.app.host.remove('albums');
  const [left] = (await addTerms(service, 'tag', ['Left'])) as [number];
  t.strictSame(await othersOf(`/tag/${left}`), [], 'a stopped plugin lists none');
});
