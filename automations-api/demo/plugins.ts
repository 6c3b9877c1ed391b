/** An email template, a form and a hook with messages, for the example site. */

import { type Call, until } from '../../shared/demo/call.ts';
import { elementOf } from '../../shared/elements.ts';

const welcome = {
  name: 'Welcome',
  subject: 'Welcome, {{ f_name | "friend" }}',
  preheader: 'Three things to try first.',
  body: `# Good to have you here

Hello {{ f_name | "there" }},

thank you for joining us. These three things are worth a minute:

- Read the [first steps](https://example.com/start).
- Say which topics **interest** you.
- Reply to this email if you have a question.

[Get started](https://example.com/start "button")

Until soon!
`,
};

/** Resolves to the id of the template. */
export async function addTemplate(call: Call): Promise<number> {
  type Answered = { data: { template: { ID: number } } };
  return (await call<Answered>('POST', '/template/add', welcome)).data.template.ID;
}

export const addForm = (call: Call, tags: number[], lists: number[]) =>
  call('POST', '/form/add', {
    name: 'Newsletter',
    title: 'Subscribe to our newsletter',
    intro: 'Once a month: news, dates and one long read. No advertising.',
    fields: ['email', 'f_name', 'country'],
    lists: lists.slice(0, 1),
    offered_lists: lists.slice(1, 3),
    tags: tags.slice(1, 2),
    consent_text: 'I agree to receive the newsletter of Example. I can unsubscribe at any time.',
    button: 'Subscribe',
  });

/** Orders that a shop has sent; the last one is not paid yet. */
const orders = [
  ['Florence', 'Nightingale', 'GB', '129.35', 'processing'],
  ['Joan', 'Clarke', 'GB', '48.00', 'processing'],
  ['Mileva', 'Marić', 'RS', '19.90', 'pending'],
].map(([first_name = '', last_name = '', country = '', total = '', status = ''], n) => ({
  id: 727 + n,
  status,
  currency: 'EUR',
  total,
  billing: { first_name, last_name, country, email: `${first_name.toLowerCase()}@example.com` },
  line_items: [{ name: 'Notebook, squared', quantity: 1 + n, total }],
}));

const mapping = {
  email: 'billing.email',
  f_name: 'billing.first_name',
  l_name: 'billing.last_name',
  country: 'billing.country',
  type: { value: 'customer' },
  event: 'order.paid',
  data: { total: 'total', currency: 'currency' },
  only: { path: 'status', is: 'processing' },
  once: 'id',
};

/** Adds a hook and sends messages to it. `send` calls public pages. Resolves when the messages are handled. */
export async function addHook(call: Call, send: Call, tags: number[]): Promise<void> {
  type Answered = { data: { hook: { ID: number; url: string } } };
  type Messages = { data: { messages: { outcome: string }[] } };
  const given = { name: 'Shop orders', mapping: { ...mapping, tags: [elementOf(tags, 0)] } };
  const { ID, url } = (await call<Answered>('POST', '/hook/add', given)).data.hook;
  for (const order of orders) await send('POST', new URL(url).pathname, order);
  await until('the messages of the example', async () => {
    const { messages } = (await call<Messages>('GET', `/hook/${ID}/messages`)).data;
    return messages.every(({ outcome }) => outcome !== 'waiting');
  });
}
