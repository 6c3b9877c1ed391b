/** Branches of rules: each run decides once, steps keep their ids, and nested steps are checked and counted. */
import { addContact, addTerms, type Body, recordOf, startAutomations } from '../../fixtures/automations.ts';
import { addRule, endWaits, runsOf, untilRuns } from '../../fixtures/rules.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t, {}, await createStores(t));
const { get, post, del } = service;
const [on, customer, yes, no, end] = (await addTerms(service, 'tag', ['On', 'Customer', 'Yes', 'No', 'End'])) as [
  ...[number, number, number, number, number],
];
const [list] = (await addTerms(service, 'list', ['Members'])) as [number];
const addTag = (tag: number) => ({ action: 'add_tags', tags: [tag] });
const onTag = { trigger: { event: 'tag.added', tag: on } };
const branch = (filter: object, first: object[], second: object[] = []) => ({ if: filter, then: first, else: second });
const tagsOf = async (id: number): Promise<number[]> => JSON.parse((await recordOf(service, id)).tags);
const runOf = async (id: number): Promise<Body> => (await get(`/rule-run/${id}`)).body.data.run;
let made = 0;
const newContact = (more: object = {}) => addContact(service, { email: `branch${++made}@x.example`, ...more });

t.test('a run takes the branch that its contact matches, logs the decision, and continues after it', async (t) => {
  const inner = branch({ country: 'DE' }, [], [addTag(no)]);
  const steps = [
    addTag(yes),
    branch({ tag: [customer] }, [{ action: 'add_lists', lists: [list] }, inner]),
    addTag(end),
  ];
  const rule = await addRule(service, { ...onTag, steps });
  t.match(rule.steps, [{ id: 1 }, { id: 2, then: [{ id: 3 }, { id: 4, then: [], else: [{ id: 5 }] }] }, { id: 6 }]);
  const customers = {
    german: await newContact({ country: 'DE', tags: [customer] }),
    other: await newContact({ tags: [customer] }),
  };
  const guest = await newContact();
  for (const id of [customers.german, customers.other, guest]) await post(`/contact/tag-assign/${id}`, { tags: [on] });
  const runs = await untilRuns(service, rule.ID, 'done', 3);
  t.same(await tagsOf(customers.german), [on, customer, yes, end]);
  t.same(await tagsOf(customers.other), [on, customer, yes, no, end]);
  t.same(await tagsOf(guest), [on, yes, end]);
  const logOf = async (id: number) => {
    const run = await runOf(runs.find(({ contact_id }) => contact_id === id)?.ID);
    return run.steps.map(({ step, path, outcome }: Body) => [step, path, outcome]);
  };
  t.strictSame(await logOf(customers.other), [
    [1, '0', 'done'],
    [2, '1', 'then'],
    [3, '1.then.0', 'done'],
    [4, '1.then.1', 'else'],
    [5, '1.then.1.else.0', 'done'],
    [6, '2', 'done'],
  ]);
  t.strictSame(
    (await logOf(guest)).filter(([, , outcome]: [number, string, string | null]) => outcome !== null),
    [
      [1, '0', 'done'],
      [2, '1', 'else'],
      [6, '2', 'done'],
    ],
  );
  await del(`/rule/${rule.ID}`);
});

t.test('a dry run lists both branches, and marks the steps that the contact would reach', async (t) => {
  const steps = [branch({ tag: [customer] }, [addTag(yes)], [addTag(no), { action: 'delete' }]), addTag(end)];
  const tryOn = async (contact: number) => {
    const { body, text } = await post('/rule/dry-run', { contact, ...onTag, steps });
    if (!body.data) throw new Error(text);
    return body.data.dry_run.steps.map(({ step, path, taken, would }: Body) => [step, path, taken, would]);
  };
  t.strictSame(await tryOn(await newContact({ tags: [customer] })), [
    [1, '0', true, 'then'],
    [2, '0.then.0', true, 'change'],
    [3, '0.else.0', false, 'not_come'],
    [4, '0.else.1', false, 'not_come'],
    [5, '1', true, 'change'],
  ]);
  t.strictSame(await tryOn(await newContact()), [
    [1, '0', true, 'else'],
    [2, '0.then.0', false, 'not_come'],
    [3, '0.else.0', true, 'change'],
    [4, '0.else.1', true, 'change'],
    [5, '1', false, 'not_come'],
  ]);
});

t.test('a step keeps its id when it is moved, and a new step or a copy gets a new id', async (t) => {
  const rule = await addRule(service, { ...onTag, active: false, steps: [addTag(yes), addTag(no)] });
  const [first, second] = rule.steps;
  const steps = [second, branch({ tag: [customer] }, [first, first]), { id: 99, ...addTag(end) }];
  const { body } = await post(`/rule/update/${rule.ID}`, { steps });
  t.match(body.data.rule.steps, [{ id: 2 }, { id: 3, then: [{ id: 1 }, { id: 4 }] }, { id: 5 }]);
  const back = await post(`/rule/update/${rule.ID}`, { steps: [addTag(yes), { ...second, id: '2' }] });
  t.match(back.body.data.rule.steps, [{ id: 6 }, { id: 2 }]);
});

t.test('if steps are deleted or moved into a branch, waiting runs keep their steps, and the counts stay', async (t) => {
  const steps = [{ wait: '1 day' }, addTag(yes), addTag(no)];
  const rule = await addRule(service, { ...onTag, steps });
  const contact = await newContact({ tags: [on] });
  await untilRuns(service, rule.ID, 'waiting');
  const [, , last] = rule.steps;
  const moved = [branch({ tag: [customer] }, [last]), addTag(end)];
  t.equal((await post(`/rule/update/${rule.ID}`, { steps: moved })).status, 200);
  t.match(await runsOf(service, rule.ID), [{ status: 'waiting', version: 1, next_step: { id: 2 } }]);
  await endWaits(service, rule.ID);
  await untilRuns(service, rule.ID, 'done');
  t.same(await tagsOf(contact), [on, yes, no]);
  const counted = new Map(
    (await get(`/rule/${rule.ID}/counts`)).body.data.steps.map(({ step, entered }: Body) => [step, entered]),
  );
  t.same(
    [...counted],
    [
      [4, 0],
      [3, 1],
      [5, 0],
    ],
  );
  t.match(await runsOf(service, rule.ID, 'step=1&state=went_on'), [{ contact_id: contact }], 'also of a deleted step');
  await del(`/rule/${rule.ID}`);
});

const nested = (depth: number): object =>
  depth === 0 ? addTag(yes) : branch({ tag: [customer] }, [nested(depth - 1)]);

for (const [name, steps, status, message] of [
  ['an unknown tag', [branch({}, [addTag(999_999)])], 422, /^Step 1\.then\.1: There is no tag 999999/],
  ['an unknown segment', [addTag(yes), branch({ segment: 999 }, [addTag(yes)])], 422, /^Step 2: .*segment 999/],
  ['an unknown field', [branch({ nope: 1 }, [addTag(yes)])], 422, /^Step 1: .*nope/],
  ['a filter that is text', [branch('x' as never, [addTag(yes)])], 422, /^Step 1/],
  ['an unknown action', [branch({}, [], [{ action: 'explode' }])], 422, /^Step 1\.else\.1: action must be/],
  ['no steps', [branch({}, [])], 422, /^Step 1: a branch must have at least one step/],
  ['a wait that nothing follows', [branch({}, [{ wait: '1 day' }])], 422, /^Step 1.then.1: .*followed by another/],
  ['too many levels', [nested(6)], 422, /nested at most 5 deep/],
  [
    'too many steps',
    [
      branch(
        {},
        Array.from({ length: 50 }, () => addTag(yes)),
      ),
    ],
    422,
    /at most 50 steps/,
  ],
  [
    'a deletion before another step',
    [branch({}, [{ action: 'delete' }, addTag(yes)])],
    422,
    /^Step 1.then.1: .*must be the last/,
  ],
] as [string, object[], number, RegExp][]) {
  t.test(`a rule is refused if a branch has ${name}`, async (t) => {
    t.match(await post('/rule/add', { name: 'Refused', ...onTag, steps }), { status, body: { message } });
  });
}

t.test('branches can be nested five levels deep', async (t) => {
  const { steps } = await addRule(service, { ...onTag, active: false, steps: [nested(5)] });
  t.match(steps, [
    { id: 1, then: [{ id: 2, then: [{ id: 3, then: [{ id: 4, then: [{ id: 5, then: [{ id: 6 }] }] }] }] }] },
  ]);
});

t.test('tags, fields and segments in branches count as used by the rule', async (t) => {
  const [inFilter, inStep] = (await addTerms(service, 'tag', ['In a filter', 'In a step'])) as [number, number];
  const field = Number((await post('/field/add', { field_name: 'In a branch', type: 1 })).body.data.fields.ID);
  const filter = { tag: [customer] };
  const segment = (await post('/segment/add', { name: 'In a branch', filter })).body.data.segment.ID;
  const steps = [
    branch(
      { tag: [inFilter] },
      [branch({ segment }, [addTag(inStep)])],
      [branch({ field: { [field]: 'x' } }, [addTag(end)])],
    ),
  ];
  const { ID } = await addRule(service, { ...onTag, active: false, name: 'Uses', steps });
  for (const path of [`/tag/${inFilter}/uses`, `/tag/${inStep}/uses`, `/field/${field}/uses`]) {
    t.match((await get(path)).body.data.uses.rules, [{ ID, name: 'Uses' }], path);
  }
  t.match((await get('/segments/uses')).body.data.uses[segment].rules, [{ ID }]);
  t.match(await del(`/segment/${segment}`), { status: 422, body: { message: /Uses/ } });
});
