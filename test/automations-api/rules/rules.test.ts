/** Rules: creation, answers, changes, validation and parts. */
import fc from 'fast-check';
import { findLoop } from '../../../automations-api/plugins/automations/rules/chains.ts';
import { parseWait } from '../../../automations-api/plugins/automations/rules/steps/wait.ts';
import { eventKinds, isTriggeredBy } from '../../../automations-api/plugins/automations/rules/triggers.ts';
import { addContact, addTerms, recordOf, request, startAutomations } from '../../fixtures/automations.ts';
import { addRule, untilRuns } from '../../fixtures/rules.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t);
const { get, post, del, site, makeKey, db } = service;
const [tag, other] = (await addTerms(service, 'tag', ['Customer', 'Other'])) as [number, number];
const [list] = (await addTerms(service, 'list', ['News'])) as [number];
const field = Number((await post('/field/add', { field_name: 'Age', type: 2 })).body.data.fields.ID);
const onTag = { trigger: { event: 'tag.added', tag } };
const tagging = { steps: [{ action: 'add_tags', tags: [other] }] };

t.test('valid wait durations are parsed, and anything else is refused', async (t) => {
  const unitsMs = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };
  const unit = fc.constantFrom(...(Object.keys(unitsMs) as (keyof typeof unitsMs)[]));
  const space = fc.constantFrom('', ' ', '   ');
  fc.assert(
    fc.property(fc.nat(40_000), unit, space, fc.constantFrom('', 's'), fc.boolean(), (n, unit, space, s, isLoud) => {
      const ms = n * unitsMs[unit];
      const text = `${space}${n}${space}${unit}${s}${space}`;
      const read = () => parseWait(isLoud ? text.toUpperCase() : text);
      if (ms < 1_000 || ms > 365 * unitsMs.day) return void t.throws(read);
      const wait = read();
      if (wait.ms !== ms) t.fail(`${text} is ${wait.ms}`);
      if (parseWait(wait.text).text !== wait.text || parseWait(wait.text).ms !== ms) t.fail(wait.text);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        const { ms } = parseWait(text);
        if (!Number.isSafeInteger(ms) || ms < 1_000) t.fail(text);
      } catch (error) {
        t.match(error, { code: 'unprocessable_entity' });
      }
    }),
  );
  for (const wrong of ['', '2', 'days', '-1 days', '1.5 days', '1e3 days', '2 days ago', '366 days', '0 days'])
    t.throws(() => parseWait(wrong), { code: 'unprocessable_entity' }, wrong);
});

t.test('a trigger matches exactly the events that it names', async (t) => {
  const kinds = { find: (name: string) => eventKinds.find((kind) => kind.name === name), list: () => eventKinds };
  const clicked = { link: { id: 7, url: 'https://go.example/x', tags: [] } };
  const clickedInMunich = { link: { id: 8, url: 'https://xn--mnchen-3ya.example/x', tags: [] } };
  for (const [trigger, name, data, expected] of [
    [{ event: 'tag.added' }, 'tag.added', { tag: { id: 3 } }, true],
    [{ event: 'tag.added', tag: 3 }, 'tag.added', { tag: { id: 3 } }, true],
    [{ event: 'tag.added', tag: 3 }, 'tag.added', { tag: { id: 4 } }, false],
    [{ event: 'tag.added', tag: 3 }, 'tag.removed', { tag: { id: 3 } }, false],
    [{ event: 'list.removed', list: 3 }, 'list.removed', { list: { id: 3 } }, true],
    [{ event: 'link.clicked', link: '7' }, 'link.clicked', clicked, true],
    [{ event: 'link.clicked', link: 'http://GO.example/x/?qr=1' }, 'link.clicked', clicked, true],
    [{ event: 'link.clicked', link: 'go.example/x' }, 'link.clicked', clicked, true],
    [{ event: 'link.clicked', link: 'go.example/X' }, 'link.clicked', clicked, false],
    [{ event: 'link.clicked', link: 'https://München.example/x' }, 'link.clicked', clickedInMunich, true],
    [{ event: 'link.clicked', link: '8' }, 'link.clicked', clicked, false],
  ] as const)
    t.equal(isTriggeredBy(kinds, trigger, { name, data }), expected, JSON.stringify(trigger));
});

t.test('a chain of rules ends before a rule runs a second time, or after ten rules', async (t) => {
  t.equal(findLoop([], 1), undefined);
  t.equal(findLoop([1, 2], 3), undefined);
  t.match(findLoop([1, 2], 1), /loop: rules 1, 2, 1/);
  t.match(findLoop([1], 1), /loop/);
  const long = Array.from({ length: 10 }, (_, n) => n + 1);
  t.equal(findLoop(long.slice(1), 11), undefined);
  t.match(findLoop(long, 11), /loop: more than 10/);
});

t.test('a rule is created, shown, changed and deleted', async (t) => {
  const steps = [
    { wait: '2 DAYS' },
    { action: 'add_lists', lists: [list] },
    { action: 'set_field', field: { [field]: '40' } },
    { action: 'webhook', url: 'https://hooks.example/rule' },
  ];
  const made = await addRule(service, { ...onTag, name: ' Welcome ', conditions: { status: ['subscribed'] }, steps });
  t.match(made, {
    ID: Number,
    name: 'Welcome',
    trigger: { event: 'tag.added', tag },
    conditions: { status: ['subscribed'] },
    active: true,
    version: 1,
    runs: { running: 0, waiting: 0, done: 0, stopped: 0, failed: 0, cancelled: 0 },
    updated_at: null,
  });
  t.match(made.steps, [{ wait: '2 days' }, steps[1], { action: 'set_field' }, { ...steps[3], webhook_id: Number }]);
  t.match(made.webhooks, [{ webhook_id: made.steps[3].webhook_id, secret: /^whsec_/ }]);
  const { webhooks: _, ...shown } = made;
  t.strictSame((await get(`/rule/${made.ID}`)).body.data.rule, shown, 'its secret is shown once');
  t.strictSame((await get('/rules')).body.data.rules[0], shown);
  const renamed = (await post(`/rule/update/${made.ID}`, { name: 'Hello', active: false })).body.data.rule;
  t.match(renamed, { name: 'Hello', active: false, version: 1, steps: shown.steps });
  const changed = (await post(`/rule/update/${made.ID}`, { steps: shown.steps.slice(3) })).body.data.rule;
  t.match(changed, { version: 2, conditions: { status: ['subscribed'] }, steps: [shown.steps[3]] });
  t.notOk(changed.webhooks, 'the same URL keeps its webhook and secret');
  t.strictSame(
    (await get('/webhooks')).body.data.webhooks,
    [],
    "a rule's webhook is not listed among those for events",
  );
  t.equal((await get(`/webhook/${shown.steps[3].webhook_id}/deliveries`)).status, 200);
  t.strictSame((await del(`/rule/${made.ID}`)).body.data.rule, { ID: made.ID, name: 'Hello' });
  for (const answer of [
    await get(`/rule/${made.ID}`),
    await get(`/rule/${made.ID}/runs`),
    await post(`/rule/update/${made.ID}`, { name: 'x' }),
    await post(`/rule/dry-run/${made.ID}`, { contact: 1 }),
    await del(`/rule/${made.ID}`),
    await get('/rule-run/999999999'),
    await post('/rule-run/cancel/999999999'),
  ])
    t.match(answer, { status: 404, body: { code: 'data_not_found' } });
  t.match(await get('/contact/999999999/runs'), { status: 404, body: { code: 'contact_not_exists' } });
  t.strictSame(await db.selectFrom('automations_webhooks').select('id').execute(), []);
});

t.test("a rule's parameters can also be sent as a form", async (t) => {
  const form =
    `name=Form&trigger[event]=tag.added&trigger[tag]=${tag}&conditions[status]=subscribed` +
    `&steps[0][wait]=1+day&steps[1][action]=add_tags&steps[1][tags][]=${other}&active=0`;
  const response = await fetch(`${site}/wp-json/automations/rule/add?api_key=${service.key}`, {
    method: 'POST',
    body: form,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  const { data } = (await response.json()) as { data: object };
  t.match(data, {
    rule: {
      trigger: { event: 'tag.added', tag },
      conditions: { status: ['subscribed'] },
      steps: [{ wait: '1 day' }, { action: 'add_tags', tags: [other] }],
      active: false,
    },
  });
});

for (const [what, rule, status, message] of [
  ['no trigger', tagging, 400, /trigger/],
  ['no steps', onTag, 400, /steps/],
  ['empty steps', { ...onTag, steps: [] }, 400, /steps/],
  ['an unknown event', { ...tagging, trigger: { event: 'contact.born' } }, 422, /trigger.event/],
  ['a list in a trigger by tags', { ...tagging, trigger: { event: 'tag.added', list } }, 422, /list/],
  ['an invalid tag', { ...tagging, trigger: { event: 'tag.added', tag: 999_999 } }, 422, /no tag 999999/],
  ['a list as a tag', { ...tagging, trigger: { event: 'tag.added', tag: list } }, 422, /no tag/],
  ['an unknown condition', { ...onTag, ...tagging, conditions: { colour: 'red' } }, 422, /colour/],
  ['a condition on an unknown field', { ...onTag, ...tagging, conditions: { field: { nope: 1 } } }, 422, /nope/],
  ['a condition on an invalid value', { ...onTag, ...tagging, conditions: { field: { age: 'x' } } }, 422, /Age/],
  ['an empty condition', { ...onTag, ...tagging, conditions: { from: 'May' } }, 422, /from/],
  ['an invalid step', { ...onTag, steps: ['x'] }, 422, /Step 1/],
  ['a step with both', { ...onTag, steps: [{ wait: '1 day', action: 'delete' }] }, 422, /Step 1/],
  ['an unknown action', { ...onTag, steps: [{ action: 'explode' }] }, 422, /Step 1/],
  ['an invalid wait', { ...onTag, steps: [{ wait: 'soon' }, ...tagging.steps] }, 422, /Step 1: wait/],
  ['a wait of null', { ...onTag, steps: [{ wait: null }, ...tagging.steps] }, 400, /Step 1.*wait/],
  [
    'a wait at the end',
    { ...onTag, steps: [...tagging.steps, { wait: '1 day' }] },
    422,
    /Step 2: wait must be followed/,
  ],
  ['a step without a required value', { ...onTag, steps: [{ action: 'add_tags' }] }, 400, /Step 1.*tags/],
  ['a step with an extra value', { ...onTag, steps: [{ action: 'delete', colour: 1 }] }, 422, /Step 1.*colour/],
  [
    'an invalid tag in a step',
    { ...onTag, steps: [{ action: 'add_tags', tags: [list] }] },
    422,
    /Step 1: There is no tag/,
  ],
  ['an unknown field', { ...onTag, steps: [{ action: 'set_field', field: { nope: 1 } }] }, 422, /Step 1.*nope/],
  [
    'a value that does not fit',
    { ...onTag, steps: [{ action: 'set_field', field: { age: 'old' } }] },
    422,
    /Step 1.*number/,
  ],
  ['an unknown status', { ...onTag, steps: [{ action: 'set_status', status: 'happy' }] }, 422, /Step 1.*status/],
  ['a webhook without a URL', { ...onTag, steps: [{ action: 'webhook' }] }, 400, /Step 1.*url/],
  [
    'a URL at the port of another service',
    { ...onTag, steps: [{ action: 'webhook', url: 'https://hooks.example:6379/' }] },
    422,
    /Step 1: url.*ports/,
  ],
  [
    'a private URL',
    { ...onTag, steps: [{ action: 'webhook', url: 'http://127.0.0.1/' }] },
    422,
    /Step 1: url.*private/,
  ],
  [
    'steps after a deletion',
    { ...onTag, steps: [{ action: 'delete' }, ...tagging.steps] },
    422,
    /delete must be the last/,
  ],
  [
    'steps for a deleted contact',
    { ...tagging, trigger: { event: 'contact.deleted' } },
    422,
    /only webhook, wait can follow/,
  ],
  [
    'conditions for a deleted contact',
    {
      trigger: { event: 'contact.deleted' },
      conditions: { tag: [tag] },
      steps: [{ action: 'webhook', url: 'https://hooks.example/' }],
    },
    422,
    /no longer exists/,
  ],
] as [string, object, number, RegExp][]) {
  t.test(`a rule with ${what} is refused`, async (t) => {
    const code = status === 400 ? 'required_fields_missing' : 'unprocessable_entity';
    t.match(await post('/rule/add', { name: 'Wrong', ...rule }), { status, body: { code, message } });
  });
}

t.test('only a key that can delete contacts can create a rule that deletes contacts', async (t) => {
  const writer = await makeKey('write');
  const as = (path: string, body: object) =>
    request(`${site}/wp-json/automations${path}?api_key=${writer}`, 'POST', body);
  const deleting = { name: 'Goodbye', ...onTag, steps: [{ action: 'delete' }] };
  t.match(await as('/rule/add', deleting), { status: 403, body: { code: 'permission_denied' } });
  const { ID } = await addRule(service, { ...deleting, active: false });
  t.match(await as(`/rule/update/${ID}`, { active: true }), { status: 403, body: { code: 'permission_denied' } });
  t.match(await as(`/rule/update/${ID}`, { conditions: {} }), { status: 403, body: { code: 'permission_denied' } });
  t.equal((await as(`/rule/update/${ID}`, { active: false })).status, 200);
  const { body } = await as('/rule/add', { name: 'Harmless', ...onTag, ...tagging });
  t.equal(body.code, 'success');
  t.equal((await del(`/rule/${ID}`)).status, 200);
  t.equal((await del(`/rule/${body.data.rule.ID}`)).status, 200);
});

t.test('a step adds points within the range that a contact can have, and a dry run shows the change', async (t) => {
  const steps = [{ action: 'add_points', points: 2_000 }];
  const { ID } = await addRule(service, { ...onTag, steps });
  let runs = 0;
  for (const [points, sum, would] of [
    [5, '2005', 'change'],
    [-2_000, '0', 'change'],
    [2_147_483_000, '2147483647', 'change'],
    [2_147_483_647, '2147483647', 'change_nothing'],
  ] as const) {
    const contact = await addContact(service, { email: `points${points}@x.example`, points });
    const { dry_run } = (await post(`/rule/dry-run/${ID}`, { contact })).body.data;
    t.match(dry_run.steps, [{ action: 'add_points', points: 2_000, would }]);
    t.equal((await recordOf(service, contact)).points, String(points), 'a dry run adds nothing');
    await post(`/contact/tag-assign/${contact}`, { tags: [tag] });
    await untilRuns(service, ID, 'done', ++runs);
    t.equal((await recordOf(service, contact)).points, sum);
  }
  await del(`/rule/${ID}`);
  for (const points of ['many', 1.5, 2_000_000_000, undefined]) {
    const { status } = await post('/rule/add', { name: 'Wrong', ...onTag, steps: [{ action: 'add_points', points }] });
    t.ok(status === 400 || status === 422, String(points));
  }
});

t.test('a dry run reports what each step would do, and changes nothing', async (t) => {
  const contact = await addContact(service, { email: 'dry@x.example', f_name: 'Dry' });
  const { ID } = await addRule(service, {
    ...onTag,
    conditions: { status: 'unverified' },
    steps: [
      ...tagging.steps,
      { action: 'remove_tags', tags: [tag] },
      { wait: '3 hours' },
      { action: 'webhook', url: 'https://hooks.example/' },
      { action: 'set_status', status: 'subscribed' },
      { wait: '1 week' },
      { action: 'set_field', field: { age: 3 } },
    ],
  });
  const everything = async () => {
    const tables = ['contacts', 'contact_terms', 'contact_counts', 'contact_changes', 'field_values'] as const;
    const rows = tables.map((name) => db.selectFrom(`automations_${name}`).selectAll().execute());
    return [...(await Promise.all(rows)), await db.selectFrom('automations_webhook_deliveries').selectAll().execute()];
  };
  const before = await everything();
  const dry = (await post(`/rule/dry-run/${ID}`, { contact })).body.data.dry_run;
  t.match(dry, {
    rule_id: ID,
    contact_id: contact,
    would_run: true,
    reason: null,
    conditions: { met: true, unmet: [] },
  });
  t.strictSame(
    dry.steps.map(({ would }: { would: string }) => would),
    ['change', 'change_nothing', 'wait', 'send', 'change', 'wait', 'stop'],
  );
  t.match(dry.steps[0], { step: 1, action: 'add_tags', tags: [other], detail: 'tag.added' });
  t.strictSame(await everything(), before);
  await post(`/contact/change-status/${contact}`, { status: 'bounced' });
  const stopped = (await post(`/rule/dry-run/${ID}`, { contact })).body.data.dry_run;
  t.match(stopped, {
    would_run: false,
    reason: 'conditions not met: status',
    conditions: { met: false, unmet: ['status'] },
  });
  t.match(stopped.steps[0], { would: 'stop' });
  t.match(await post(`/rule/dry-run/${ID}`, { contact: 999_999 }), {
    status: 404,
    body: { code: 'contact_not_exists' },
  });
  t.match(await post(`/rule/dry-run/${ID}`), { status: 400, body: { code: 'required_fields_missing' } });
});

t.test('an unsaved rule can be tried, and a saved rule can be tried with unsaved changes', async (t) => {
  const contact = await addContact(service, { email: 'draft@x.example' });
  const draft = { ...onTag, conditions: { status: 'unverified' }, ...tagging };
  const count = async () => (await get('/rules')).body.data.total;
  const before = await count();
  const tried = (await post('/rule/dry-run', { contact, ...draft })).body.data.dry_run;
  t.match(tried, { rule_id: null, contact_id: contact, active: false, would_run: true, steps: [{ would: 'change' }] });
  t.equal(await count(), before, 'and none is created');
  t.match(await post('/rule/dry-run', { contact, ...onTag }), { status: 400 });
  t.match(await post('/rule/dry-run', { contact, ...draft, steps: [{ wait: 'soon' }] }), {
    status: 422,
    body: { message: /Step 1: wait/ },
  });
  const { ID } = await addRule(service, { ...draft, active: false });
  const typed = { conditions: { status: 'subscribed' }, steps: [{ action: 'add_lists', lists: [list] }] };
  t.match((await post(`/rule/dry-run/${ID}`, { contact, ...typed })).body.data.dry_run, {
    rule_id: ID,
    would_run: false,
    conditions: { unmet: ['status'] },
    steps: [{ action: 'add_lists', would: 'stop' }],
  });
  t.match((await get(`/rule/${ID}`)).body.data.rule, { version: 1, steps: tagging.steps });
  const writer = await makeKey('write');
  const as = (path: string, body: object) =>
    request(`${site}/wp-json/automations${path}?api_key=${writer}`, 'POST', body);
  for (const path of ['/rule/dry-run', `/rule/dry-run/${ID}`]) {
    t.match(
      await as(path, { contact, ...onTag, steps: [{ action: 'delete' }] }),
      { status: 403, body: { code: 'permission_denied' } },
      'a rule that cannot be saved cannot be tried',
    );
  }
});

t.test('the API counts the contacts that a rule would have matched in the last week', async (t) => {
  const [own] = (await addTerms(service, 'tag', ['Reached'])) as [number];
  const [ada, bea, old, merged] = await Promise.all(
    ['ada', 'bea', 'old', 'merged'].map((name) => addContact(service, { email: `${name}@reach.example` })),
  );
  const assign = (id: number | undefined) => post(`/contact/tag-assign/${id}`, { tags: [own] });
  for (const id of [old, ada, bea]) await assign(id);
  await post(`/contact/tag-unassign/${ada}`, { tagId: [own] });
  await assign(ada);
  await post(`/contact/change-status/${bea}`, { status: 'subscribed' });
  const aWeekAgo = new Date(Date.now() - 7 * 86_400_000 - 60_000);
  // Entries are in the order of writing, so the oldest contact's entries come first.
  await db.updateTable('automations_timeline').set({ at: aWeekAgo }).where('contact_id', '=', Number(old)).execute();
  const reach = async (rule: object) => (await post('/rule/reach', rule)).body.data.reach;
  const onOwn = { trigger: { event: 'tag.added', tag: own } };
  const all = { days: 7, contacts: 2, met: 2, complete: true };
  t.strictSame(await reach(onOwn), all);
  t.strictSame(await reach({ ...onOwn, conditions: { status: 'subscribed' } }), { ...all, met: 1 });
  t.strictSame(await reach({ trigger: { event: 'tag.added', tag: other + 1_000 } }), { ...all, contacts: 0, met: 0 });
  const farewell = { trigger: { event: 'contact.deleted' } };
  const { contacts: before } = await reach(farewell);
  t.equal((await post('/contact/merge', { keep: ada, other: merged })).status, 200);
  await del(`/contact/${bea}`);
  t.strictSame(await reach(farewell), { ...all, contacts: before + 1, met: before + 1 });
  t.strictSame(await reach(onOwn), { ...all, contacts: 1, met: 1 });
  t.match(await post('/rule/reach'), { status: 400, body: { code: 'required_fields_missing' } });
  t.match(await post('/rule/reach', { ...farewell, conditions: { tag: [own] } }), { status: 422 });
});

t.test("a rule's conditions can name only an existing segment, which then cannot be deleted", async (t) => {
  const segment = (await post('/segment/add', { name: 'Named', filter: { tag: [tag] } })).body.data.segment.ID;
  const rule = { name: 'Names it', ...onTag, ...tagging };
  const none = await post('/rule/add', { ...rule, conditions: { segment: 999_999 } });
  t.match(none, { status: 422, body: { message: /no segment 999999/ } });
  const { ID } = await addRule(service, { ...rule, conditions: { segment } });
  t.match(await del(`/segment/${segment}`), { status: 422, body: { message: `used by rule ${ID} (Names it)` } });
  await del(`/rule/${ID}`);
  t.equal((await del(`/segment/${segment}`)).status, 200);
});

t.test('the creation, change and deletion of a rule are in the audit log', async (t) => {
  const { ID } = await addRule(service, { name: 'Audited', ...onTag, ...tagging });
  await post(`/rule/update/${ID}`, { active: false });
  await del(`/rule/${ID}`);
  const { audit: entries } = (await get('/audit?limit=3')).body.data;
  t.match(entries, [
    { action: 'rule.deleted', subject: String(ID), by: { type: 'api_key' } },
    { action: 'rule.changed', data: { name: 'Audited', active: false, version: 1 } },
    { action: 'rule.created', data: { name: 'Audited', active: true } },
  ]);
});
