/** The rule step that sends a template. Its emails are queued in the step's transaction. */
import { unprocessable } from '../../../host/core/errors.ts';
import type { PluginApi, RuleStep } from '../../../host/plugin.ts';
import { sendMail } from '../core/rule-uses.ts';
import type { LettersTables } from '../core/tables.ts';
import { findTemplate, keepTemplate } from '../templates/queries.ts';
import { listContacts } from './queries.ts';

/** The kind of the emails in the outbox. */
export const letterKind = 'letter';
/** The data of an email of this kind. `hasTime`: the site's rate has already set its due time. */
export type LetterData = { template: number; rule: { id: number; name: string }; hasTime?: true };

const subscribed = 1;

export const sendStep = ({ within }: Pick<PluginApi<LettersTables>, 'within'>): RuleStep => ({
  name: sendMail,
  label: 'Send an email',
  says: 'Send the email {template}',
  note: 'Only subscribed contacts get it. Waypost checks this again when it sends the email.',
  icon: 'mail',
  members: {
    properties: { template: { type: 'integer', title: 'Template', control: 'template', minimum: 1 } },
    required: ['template'],
  },
  async save(contacts, step) {
    const id = Number(step.template);
    if (!(await keepTemplate(within(contacts.trx), id))) throw unprocessable(`There is no template ${id}.`);
    return { step };
  },
  async act({ contacts, runs, rule: { id, name } }, step) {
    const trx = within(contacts.trx);
    const template = await findTemplate(trx, Number(step.template));
    if (!template) return () => ({ outcome: 'unchanged', detail: 'the template no longer exists' });
    const ids = runs.map(({ contactId }) => contactId);
    const readers = (await listContacts(trx, ids)).filter(({ status }) => status === subscribed);
    const data: LetterData = { template: template.id, rule: { id, name } };
    await contacts.mail(...readers.map(({ id: contact, email: to }) => ({ kind: letterKind, to, contact, data })));
    const queued = new Set(readers.map(({ id }) => id));
    return (contactId) =>
      queued.has(contactId)
        ? { outcome: 'sent', detail: template.name }
        : { outcome: 'unchanged', detail: 'not subscribed' };
  },
});
