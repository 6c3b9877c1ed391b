/** Stored counts match the contacts after any changes in any order. */
import fc from 'fast-check';
import { type Automations, addTerms, findWrongCounts, startAutomations } from '../fixtures/automations.ts';
import { t } from '../runner/tap.ts';

/** The number of successful steps by kind. */
const done = new Map<string, number>();

const service = await startAutomations(t);
const { get, post, del, db } = service;

const people = 4;
const terms = 3;
const statuses = ['unverified', 'subscribed', 'bounced', 'unsubscribed', 'verified'];
const person = fc.nat(people - 1);
const places = Array.from({ length: terms }, (_, n) => n);
const some = fc.subarray(places);
const any = fc.subarray(places, { minLength: 1 });

type Step =
  | { do: 'upsert'; who: number; status: number; tags: number[] }
  | { do: 'batch'; who: number; status: number; tags: number[] }
  | { do: 'status'; who: number; status: number }
  | { do: 'email'; who: number; to: number }
  | { do: 'assign'; who: number; tags: number[] }
  | { do: 'unassign'; who: number; tags: number[] }
  | { do: 'delete'; who: number }
  | { do: 'deleteTag'; tag: number };

const status = fc.nat(statuses.length - 1);
/** Random steps, weighted so that there usually is a contact to change and a tag to use. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('upsert' as const), who: person, status, tags: some }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('batch' as const), who: person, status, tags: some }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('status' as const), who: person, status }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('email' as const), who: person, to: person }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('assign' as const), who: person, tags: any }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('unassign' as const), who: person, tags: any }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), who: person }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteTag' as const), tag: fc.nat(terms - 1) }) },
  ),
  { minLength: 5, maxLength: 25, size: 'max' },
);

/** Runs the steps on contacts and tags that no other run uses. Refused steps must change nothing. */
async function run(run: number, plan: Step[], { post, get, del }: Automations): Promise<void> {
  const tags = await addTerms(
    service,
    'tag',
    ['a', 'b', 'c'].map((name) => `${name} of ${run}`),
  );
  const email = (who: number) => `p${who}.${run}@x.example`;
  const idOf = async (who: number) => (await get(`/contact?email=${email(who)}`)).body.data?.contact.contact.id ?? 0;
  const pick = (places: number[]) => places.map((place) => tags[place]);
  await post('/contacts/batch', { contacts: [0, 1].map((who) => ({ email: email(who), tags: pick([who]) })) });
  for (const step of plan) {
    const { status } = await act(step);
    if (status === 200) done.set(step.do, (done.get(step.do) ?? 0) + 1);
  }
  async function act(step: Step) {
    if (step.do === 'deleteTag') return del(`/tag/${tags[step.tag]}`);
    const id = await idOf(step.who);
    if (step.do === 'status') return post(`/contact/change-status/${id}`, { status: statuses[step.status] });
    if (step.do === 'email') return post(`/contact/update-email/${id}`, { email: email(step.to) });
    if (step.do === 'assign') return post(`/contact/tag-assign/${id}`, { tags: pick(step.tags) });
    if (step.do === 'unassign') return post(`/contact/tag-unassign/${id}`, { tagId: pick(step.tags) });
    if (step.do === 'delete') return del(`/contact/${id}`);
    const replace_tags = step.status % 2 === 0;
    const contact = { email: email(step.who), status: statuses[step.status], tags: pick(step.tags), replace_tags };
    if (step.do === 'batch') return post('/contacts/batch', { contacts: [contact, { email: email(0) }] });
    return post(id ? `/contact/update/${id}` : '/contact/add', contact);
  }
}

t.test('after random changes the counts for every status, tag and day are correct', async (t) => {
  done.clear();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      await run(++runs, plan, service);
      t.strictSame(await findWrongCounts(db), [], JSON.stringify(plan));
    }),
    { numRuns: 25 },
  );
  for (const kind of ['upsert', 'batch', 'status', 'email', 'assign', 'unassign', 'delete', 'deleteTag'])
    t.ok((done.get(kind) ?? 0) >= 3, `${kind} was done ${done.get(kind)} times, the rest refused`);
});

t.test('after concurrent random changes all counts are correct', async (t) => {
  let runs = 1_000;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 4 }), async (plans) => {
      await Promise.all(plans.map((plan) => run(++runs, plan, service)));
      t.strictSame(await findWrongCounts(db), []);
    }),
    { numRuns: 5 },
  );
});

t.test('a total is the number of contacts on all pages', async (t) => {
  const [tag] = await addTerms(service, 'tag', ['Paged']);
  for (let n = 0; n < 12; n++) await post('/contact/add', { email: `paged${n}@x.example`, tags: [tag], status: n % 4 });
  const { contacts } = (await get(`/contacts?tag=${tag}`)).body.data.contact;
  await del(`/contact/${contacts[0].id}`);
  for (const query of ['', `tag=${tag}`, 'status=subscribed', `tag=${tag}&status=bounced`]) {
    let read = 0;
    let total = 1;
    for (let page = 1; read < total; page++) {
      const { body } = await get(`/contacts?${query}&limit=100&page=${page}`);
      total = body.data.contact.total;
      if (body.data.contact.contacts.length === 0) break;
      read += body.data.contact.contacts.length;
    }
    t.equal(read, total, query);
  }
});
