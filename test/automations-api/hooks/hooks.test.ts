/** Hooks: messages are stored at once, change contacts in jobs, and count once. */
import { addTerms, type Body, startAutomations } from '../../fixtures/automations.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t);
const { post, get, del } = service;

const addHook = async (given: object): Promise<Body> => {
  const { body, text } = await post('/hook/add', { name: 'Shop', mapping: { email: 'email' }, ...given });
  if (!body.data?.hook) throw new Error(text);
  return body.data.hook;
};
const messagesOf = async (id: number): Promise<Body[]> => (await get(`/hook/${id}/messages`)).body.data.messages;
const urlOf = ({ url }: Body) => `${service.site}${new URL(url).pathname}`;
const send = (hook: Body, body: unknown, headers: Record<string, string> = {}) =>
  fetch(urlOf(hook), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const ended = async (id: number, count = 1) =>
  until(async () => {
    const messages = await messagesOf(id);
    return messages.length >= count && messages.every(({ outcome }) => outcome !== 'waiting') && messages;
  });

t.test('a message creates a contact, and the next one fills only its empty values', async (t) => {
  const [tag] = await addTerms(service, 'tag', ['Bought']);
  const mapping = { email: 'billing.email', f_name: 'billing.first_name', l_name: 'billing.last_name', tags: [tag] };
  const hook = await addHook({ mapping });
  t.match(hook, { ID: Number, url: /\/hooks\/\w{43}$/, active: true, received: 0, signature: null });
  const first = await send(hook, { billing: { email: 'Ada@x.example', first_name: 'Ada' } });
  t.equal(first.status, 202);
  t.strictSame(await first.json(), { received: true, repeated: false });
  t.match(await ended(hook.ID), [{ outcome: 'created', contact: Number, body: { billing: { first_name: 'Ada' } } }]);
  await send(hook, { billing: { email: 'ada@x.example', first_name: 'Eve', last_name: 'Lovelace' } });
  const [message] = (await ended(hook.ID, 2)) as Body[];
  t.match(message, { outcome: 'changed' });
  const { contact } = (await get(`/contact?id=${message.contact}`)).body.data;
  t.match(contact.contact.db_contact, { f_name: 'Ada', l_name: 'Lovelace', status: '0', tags: `[${tag}]` });
  t.match((await get(`/hook/${hook.ID}`)).body.data.hook, { received: 2, last_at: String });
  t.equal((await del(`/hook/${hook.ID}`)).status, 200);
  t.equal((await send(hook, {})).status, 404);
});
