/** An example site after a few months of use: contacts, their events, and some failures. */

import type { AnyDb } from '../../shared/db/with-tables.ts';
import { type Call, caller, until } from '../../shared/demo/call.ts';
import { withPrefix } from '../host/table-prefix.ts';
import { type Db, tables } from '../plugins/automations/core/tables.ts';
import { type Db as LettersDb, tables as letterTables } from '../plugins/letters/core/tables.ts';
import { insertExampleContacts } from './contact-queries.ts';
import { exampleContacts } from './people.ts';
import { addForm, addHook, addTemplate } from './plugins.ts';
import { insertDeadDeliveries, updateMails, updateTemplates } from './queries.ts';

const tagNames = ['customer', 'trial', 'webinar 2026', 'VIP', 'partner', 'lapsed', 'requested a quote', 'press'];
const listNames = ['Newsletter', 'Product news', 'Events in Berlin', 'Beta testers'];

type Site = {
  origin: string;
  /** An API key with the permission `full`. */
  key: string;
  /** A pool that adds no table prefix. */
  pool: AnyDb;
  tablePrefix: string;
};

/** Fills an empty database in a few seconds. */
export async function addExample({ origin, key, pool, tablePrefix }: Site): Promise<void> {
  const db = withPrefix<Db>(pool, tablePrefix, tables);
  const call = caller(`${origin}/wp-json/automations`, { 'X-API-Key': key });
  const now = new Date();
  const tags = await addTerms(call, 'tag', tagNames);
  const lists = await addTerms(call, 'list', listNames);
  await addFields(call);
  const ids = await insertExampleContacts(db, exampleContacts(tags, lists, now));
  await addValues(call, ids);
  await addConsent(call, lists);
  await addSegmentsAndRules(call, tags, lists, await addTemplate(call));
  await addForm(call, tags, lists);
  await actOnMany(call, tags);
  await addHook(call, caller(origin), tags);
  await addEvents(call, ids, tags);
  await addTrouble(db, call, now);
  await updateTemplates(withPrefix<LettersDb>(pool, tablePrefix, letterTables));
}

async function addTerms(call: Call, kind: 'tag' | 'list', names: string[]): Promise<number[]> {
  const { data } = await call<{ data: Record<string, { ID: number }[]> }>('POST', `/${kind}/add`, {
    [`${kind}s`]: names,
  });
  return (data[`${kind}s`] ?? []).map(({ ID }) => ID);
}

async function addFields(call: Call): Promise<void> {
  await call('POST', '/field/add', { field_name: 'Plan', type: 4, options: [{ 1: 'free' }, { 2: 'pro' }] });
  await call('POST', '/field/add', { field_name: 'Seats', type: 2 });
}

/** Gives field values to every fourth of the 120 newest contacts. */
async function addValues(call: Call, ids: number[]): Promise<void> {
  for (let n = 4; n <= 120; n += 4) {
    const seats = (n % 24) + 1;
    const fields = { seats, plan: seats > 8 ? 'pro' : 'free' };
    await call('POST', `/contact/update/${ids.at(-n)}`, { fields });
  }
}

const addConsent = (call: Call, lists: number[]) =>
  call('POST', '/consent/settings', {
    sender: 'Example',
    public_lists: lists.slice(0, 3),
    double_opt_in: { enabled: true },
  });

async function addSegmentsAndRules(call: Call, tags: number[], lists: number[], template: number): Promise<void> {
  const segments = {
    Customers: { tag: [tags[0]], status: ['subscribed'] },
    'Newsletter in Germany': { list: [lists[0]], country: ['DE'], status: ['subscribed'] },
    'Ten seats or more': { field: { seats: { from: 10 } } },
  };
  for (const [name, filter] of Object.entries(segments)) await call('POST', '/segment/add', { name, filter });
  const welcome = [
    { action: 'add_tags', tags: [tags[1]] },
    { action: 'send_mail', template },
    { wait: '2 days' },
    { action: 'remove_tags', tags: [tags[1]] },
  ];
  await call('POST', '/rule/add', { name: 'Welcome', trigger: { event: 'contact.created' }, steps: welcome });
  await call('POST', '/rule/add', {
    name: 'Invite VIPs to Berlin',
    trigger: { event: 'tag.added', tag: tags[3] },
    conditions: { status: ['subscribed'] },
    steps: [{ action: 'add_lists', lists: [lists[2]] }],
  });
}

/** Performs some recent actions, so that timelines have entries. */
async function addEvents(call: Call, ids: number[], tags: number[]): Promise<void> {
  const id = (n: number) => ids.at(-1 - n * 7) as number;
  await call('POST', `/contact/change-status/${id(0)}`, { status: 'subscribed' });
  await call('POST', `/contact/tag-assign/${id(1)}`, { tags: [tags[3]] });
  await call('POST', `/contact/update/${id(2)}`, { contact_no: '+49 30 901820', state: 'Berlin' });
  await call('POST', `/contact/${id(3)}/note`, { note: 'Called on Monday: wants a quote for twelve seats in March.' });
  const email = 'with.a.very.long.address.indeed@department.of.a.company.example';
  await call('POST', `/contact/update-email/${id(5)}`, { email });
  await call('POST', '/bounces', { bounces: [{ email, type: 'hard' }] });
  const contacts = ['hypatia', 'euclid', 'archimedes'].map((name) => ({
    email: `${name}@example.com`,
    f_name: name.charAt(0).toUpperCase() + name.slice(1),
    list_names: ['Newsletter'],
    source: 'form',
  }));
  await call('POST', '/contacts/batch', { contacts, send_confirmation: true });
  await call('POST', `/contact/change-status/${id(0)}`, { status: 'unsubscribed' });
}

/** Starts a bulk job and waits for its end. */
async function actOnMany(call: Call, tags: number[]): Promise<void> {
  type Answered = { data: { job: { ID: number; status: string } } };
  const action = { filter: { country: ['JP'] }, action: 'add_tags', tags: [tags[4]] };
  const { data } = await call<Answered>('POST', '/contacts/action', action);
  await until('the job of the example', async () => {
    const { status } = (await call<Answered>('GET', `/job/${data.job.ID}`)).data.job;
    return status === 'done';
  });
}

/** Adds failed deliveries to a webhook, and marks the waiting emails as sent. */
async function addTrouble(db: Db, call: Call, now: Date): Promise<void> {
  type Answered = { data: { webhooks: { ID: number } } };
  const { data } = await call<Answered>('POST', '/webhook/add', { url: 'https://hooks.example.com/waypost' });
  await insertDeadDeliveries(db, data.webhooks.ID, [2, 5, 30], now);
  await updateMails(db, now);
}
