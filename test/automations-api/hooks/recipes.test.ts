/** The manual's recipes for hooks, with recorded messages of each system. */
import { type Body, startAutomations } from '../../fixtures/automations.ts';
import { recordedMessages } from '../../fixtures/hook-recipes.ts';
import { addHook, ended, sendTo } from '../../fixtures/hooks.ts';
import { blocksOf, readPage } from '../../fixtures/manual.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t);
const page = readPage('hook-recipes.md');

const recipes = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    name: text.slice(0, text.indexOf('\n')),
    settings: JSON.parse(blocksOf(text)[0]?.text ?? '{}') as Body,
  }));

const secret = 'whsec_of_this_test';
const customer = { f_name: 'Ada', l_name: 'Lovelace', contact_no: '+44 20 7946 0000', country: 'GB', type: 'customer' };
/** The contact and the event that each recipe creates. */
const results: Record<string, { contact: object; event: object | null }> = {
  'WooCommerce orders': {
    contact: { ...customer, points: '129' },
    event: { name: 'order.paid', data: { order: '727', total: '129.35', currency: 'GBP' } },
  },
  'WooCommerce customers': { contact: { ...customer, points: '250' }, event: null },
  Stripe: {
    contact: { contact_no: '+442079460000', country: 'GB', type: 'customer' },
    event: { name: 'order.paid', data: { amount: 12935, currency: 'gbp', plan: 'Pro' } },
  },
  Typeform: {
    contact: { f_name: 'Ada', source: 'Typeform' },
    event: { name: 'form.answered', data: { plan: 'Pro', campaign: 'newsletter' } },
  },
  'Contact Form 7': {
    contact: { f_name: 'Ada Lovelace', contact_no: '+44 20 7946 0000' },
    event: { name: 'form.sent', data: { topic: 'Pro', message: 'Please call me back.' } },
  },
  GitHub: {
    contact: { f_name: 'ada' },
    event: { name: 'code.pushed', data: { repository: 'analytical/engine' } },
  },
};

t.strictSame(
  recipes.map(({ name }) => name),
  Object.keys(recordedMessages),
  'each recipe has a recorded message',
);

for (const { name, settings } of recipes) {
  t.test(`${name}: the recipe creates the contact and records the event, once`, async (t) => {
    const { mapping, signature } = settings;
    const hook = await addHook(service, { mapping, ...(signature ? { signature: { ...signature, secret } } : {}) });
    const { headers, body } = recordedMessages[name]?.(secret, new Date()) ?? { headers: {}, body: '' };
    const { contact, event } = results[name] as (typeof results)[string];
    const tried = (await service.post(`/hook/${hook.ID}/try`, { body: JSON.parse(body) })).body.data.would;
    t.match(tried, { outcome: 'created', contact: null, event });
    t.equal((await sendTo(service.site, hook, body, headers)).status, 202);
    const [message] = await ended(service, hook);
    t.match(message, { outcome: 'created', contact: Number }, JSON.stringify(message));
    const stored = (await service.get(`/contact?id=${message.contact}`)).body.data.contact.contact.db_contact;
    t.match(stored, { ...contact, email: /^ada\.lovelace@example\.com$/i, status: '0' });
    if (event) {
      const { timeline } = (await service.get(`/contact/${message.contact}/timeline`)).body.data;
      t.match(
        timeline.filter((one: Body) => one.event === 'custom'),
        [{ data: event, by: { type: 'hook', id: hook.ID } }],
      );
    }
    if (signature) {
      t.equal((await sendTo(service.site, hook, `${body} `, headers)).status, 401, 'a changed body is refused');
      t.equal((await sendTo(service.site, hook, body, { 'content-type': 'application/json' })).status, 401);
      t.match((await service.get(`/hook/${hook.ID}`)).body.data.hook, { received: 1, refused: 2 });
    }
    if (name !== 'Contact Form 7') {
      t.match((await sendTo(service.site, hook, body, headers)).text, /"repeated":true/);
      t.equal((await ended(service, hook)).length, 1, 'a repeated delivery counts once');
    }
    await service.del(`/contact/${message.contact}`);
  });
}

t.test("WooCommerce's unsigned ping is answered with 200 and changes nothing", async (t) => {
  const hook = await addHook(service, { signature: { kind: 'woocommerce', secret } });
  const ping = await sendTo(service.site, hook, 'webhook_id=5', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  t.equal(ping.status, 200);
  t.match((await service.get(`/hook/${hook.ID}`)).body.data.hook, { received: 0, refused: 0 });
});

t.test("only WooCommerce's paid orders count, and each order counts once, however often it changes", async (t) => {
  const { settings } = recipes.find(({ name }) => name === 'WooCommerce orders') as (typeof recipes)[number];
  const hook = await addHook(service, { mapping: settings.mapping });
  const { body } = recordedMessages['WooCommerce orders']?.(secret, new Date()) ?? { body: '{}' };
  const paid = JSON.parse(body) as Body;
  const email = 'changed@x.example';
  const send = (order: object) =>
    sendTo(service.site, hook, { ...paid, billing: { ...paid.billing, email }, ...order });
  for (const order of [
    { status: 'pending' },
    { customer_note: 'Paid' },
    { customer_note: 'Packed' },
    { status: 'completed' },
    { id: 728, number: '728' },
  ]) {
    t.equal((await send(order)).status, 202);
  }
  const outcomes = (await ended(service, hook, 5)).map(({ outcome, detail }) => `${outcome}: ${detail}`).reverse();
  t.match(outcomes, [
    'ignored: The value at status is not processing.',
    'created: Event: order.paid.',
    'ignored: A message with the same id has already counted.',
    'ignored: The value at status is not processing.',
    'changed: Event: order.paid.',
  ]);
  const { contact } = (await service.get(`/contact?email=${email}`)).body.data.contact;
  t.match(contact.db_contact, { points: '258' });
});
