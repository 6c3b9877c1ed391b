import type { Plugin } from 'waypost/plugin';

type Tables = {
  automations_fields: { id: number; slug: string };
  automations_field_values: { contact_id: number; field_id: number; date_value: Date | null };
};
type Settings = { field: string; greeting: string };

const defaults: Settings = { field: 'birthday', greeting: 'Happy birthday!' };
const dayMs = 86_400_000;

/** Today and the days after it, as `11-24`, in UTC. */
const nextDays = (count: number): string[] =>
  Array.from({ length: count + 1 }, (_, n) => new Date(Date.now() + n * dayMs).toISOString().slice(5, 10));

export const plugin: Plugin<Tables> = {
  name: 'birthday',
  version: '1',
  description: 'Knows when contacts have their birthday.',
  requires: { waypost: '0.1', automations: '1' },
  tables: [],
  reads: ['automations_fields', 'automations_field_values'],
  register({ db, options, contacts, hooks, registries, schedule }) {
    const settings = () => options.get<Settings>('settings', defaults);

    /** The contacts with their birthday on one of these days. */
    async function listIds(days: string[]): Promise<number[]> {
      const { field } = await settings();
      const rows = await db
        .selectFrom('automations_field_values as v')
        .innerJoin('automations_fields as f', 'f.id', 'v.field_id')
        .select('v.contact_id')
        .where('f.slug', '=', field)
        .where((e) => e(e.fn<string>('DATE_FORMAT', ['v.date_value', e.val('%m-%d')]), 'in', days))
        .execute();
      return rows.map((row) => row.contact_id);
    }

    // A trigger of rules, which webhooks hear of, too.
    registries.events.add({ name: 'birthday.today', label: 'A contact has its birthday', title: 'Birthday' });

    // Emits the event for each contact concerned, once a day, in one process of the site.
    schedule({
      name: 'birthdays',
      at: '06:00',
      async run(signal) {
        for (const id of await listIds(nextDays(0))) {
          if (signal.aborted) return;
          await contacts.change(async (changes) => {
            if (await changes.find({ id })) changes.emit('birthday.today', id);
          });
        }
      },
    });

    // A step of rules. The editor shows a text field for its member.
    registries.steps.add({
      name: 'birthday_greet',
      label: 'Note a greeting',
      says: 'Note the greeting {greeting}',
      icon: 'mail',
      members: {
        properties: {
          greeting: { type: 'string', title: 'Greeting', maxLength: 200, description: 'Empty for the usual one.' },
        },
      },
      async act(work, { greeting }) {
        const text = String(greeting ?? (await settings()).greeting);
        for (const { contactId } of work.runs) await work.contacts.note(contactId, text);
        return () => ({ outcome: 'done', detail: text });
      },
    });

    // A filter: `criterion[birthday_within]=7`.
    registries.criteria.add({
      name: 'birthday_within',
      label: 'Birthday within days',
      value: { type: 'integer', title: 'Days', minimum: 0, maximum: 365 },
      find: (days) => listIds(nextDays(Number(days))),
    });

    // A column of exports.
    registries.columns.add({
      name: 'birthday_today',
      label: 'Birthday today',
      async read(rows) {
        const today = new Set(await listIds(nextDays(0)));
        return rows.map(({ id }) => (today.has(id) ? 'yes' : 'no'));
      },
    });

    // A card in the settings of the admin application.
    registries.cards.add({
      name: 'birthday',
      title: 'Birthdays',
      note: "Rules can start on a contact's birthday.",
      form: {
        properties: {
          field: { type: 'string', title: 'Field with the date', control: 'field', maxLength: 100 },
          greeting: { type: 'string', title: 'Usual greeting', maxLength: 200 },
        },
        required: ['field', 'greeting'],
      },
      read: settings,
      save: (values) => options.set('settings', values),
      // What is shown beside the form while it is edited.
      preview: async ({ values }) => ({ text: `Note: ${values.greeting}` }),
    });

    // A screen of the admin application, in its menu, with a table.
    registries.screens.add({ name: 'birthdays', title: 'Birthdays soon', icon: 'contact', key: 'b', least: 'editor' });
    registries.cards.add({
      name: 'birthdays-soon',
      screen: 'birthdays',
      title: 'Within a week',
      columns: { properties: { email: { type: 'string', title: 'Contact' } } },
      async rows({ limit, offset }) {
        const ids = await listIds(nextDays(7));
        const found = await Promise.all(ids.slice(offset, offset + limit).map((id) => contacts.find({ id })));
        const rows = found.flatMap((one) => (one ? [{ id: one.id, contact_id: one.id, email: one.email }] : []));
        return { rows, total: ids.length };
      },
      preview: async ({ row }) => {
        const { greeting } = await settings();
        return { text: `${greeting}\n${(await contacts.find({ id: Number(row) }))?.f_name ?? ''}` };
      },
      rowActions: [
        {
          name: 'greet',
          label: 'Note the greeting',
          async run({ row }, by) {
            await contacts.change(async (changes) => changes.note(Number(row), (await settings()).greeting), by);
            return 'Noted the greeting';
          },
        },
      ],
    });

    // A veto: what it answers is why the change is refused.
    hooks.addFilter('automations_refusal', async (refusal, events) => {
      const deleted = events.filter(({ name }) => name === 'contact.deleted');
      if (refusal !== undefined || deleted.length === 0) return refusal;
      const today = new Set(await listIds(nextDays(0)));
      return deleted.some(({ contactId }) => today.has(contactId)) ? 'Nobody is deleted on their birthday.' : undefined;
    });
  },
};
