/** Routes for templates, with previews and test emails. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { parseAddress } from '../../../../shared/mail/email-address.ts';
import { notFound, unprocessable } from '../../../host/core/errors.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { readWindow, success, successWindow } from '../../../host/envelope.ts';
import type { Caller, Contact } from '../../../host/plugin.ts';
import { sqlDate } from '../../../host/shapes.ts';
import { audit, designOf, type Letters, type Rendered, renderFor } from '../letters.ts';
import { listRulesSending, type RuleRef } from '../rule-uses.ts';
import { DeletedAnswer, PreviewAnswer, type Template, TemplateAnswer, TemplatesAnswer, TestAnswer } from './answers.ts';
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  lockTemplate,
  type TemplateRow,
  updateTemplate,
} from './queries.ts';
import { checkComplete, type Draft, readDraft } from './save-template.ts';
import { DraftArgs, ListArgs, NewTemplate, PreviewArgs, TemplateChange, TestArgs } from './schema.ts';

export const templateRoutes = (letters: Letters): RestRoute[] => [
  listRoute(letters),
  getRoute(letters),
  addRoute(letters),
  updateRoute(letters),
  deleteRoute(letters),
  previewRoute(letters),
  draftRoute(letters),
  testRoute(letters),
];

function show({ id, created_at, updated_at, ...row }: TemplateRow, uses: Map<number, RuleRef[]>): Template {
  return {
    ID: id,
    ...row,
    used_by_rules: uses.get(id) ?? [],
    created_at: sqlDate(created_at),
    updated_at: updated_at && sqlDate(updated_at),
  };
}

async function getTemplate({ db }: Letters, id: number): Promise<TemplateRow> {
  const template = await findTemplate(db, id);
  if (!template) throw notFound('template');
  return template;
}

const listRoute = (letters: Letters) =>
  route({
    methods: ['GET'],
    path: '/templates',
    description: 'The email templates, newest first, with the numbers of their emails.',
    args: ListArgs,
    example: { search: 'welcome' },
    answer: TemplatesAnswer,
    async callback({ params }) {
      const window = readWindow(params);
      const search = params.search?.trim();
      const { db } = letters;
      const [rows, total] = await Promise.all([listTemplates(db, window, search), countTemplates(db, search)]);
      const uses = await listRulesSending(letters);
      return successWindow({ templates: rows.map((row) => show(row, uses)) }, window, total);
    },
  });

const getRoute = (letters: Letters) =>
  route({
    methods: ['GET'],
    path: '/template/{template_id}',
    description: 'An email template.',
    answer: TemplateAnswer,
    async callback({ path }) {
      const template = await getTemplate(letters, path.template_id);
      return success({ template: show(template, await listRulesSending(letters)) });
    },
  });

/** Checks that the draft can be compiled. */
async function checkCompiles(letters: Letters, draft: Draft): Promise<void> {
  await letters.compile(draft, await designOf(letters, ''));
}

const addRoute = (letters: Letters) =>
  route({
    methods: ['POST'],
    path: '/template/add',
    description: 'Creates an email template. Unknown merge fields are refused.',
    args: NewTemplate,
    example: {
      name: 'Welcome',
      subject: 'Hello {{ first_name | "there" }}',
      body: 'Thank you for signing up.\n\n[Open the shop](https://shop.example/ "button")',
    },
    answer: TemplateAnswer,
    async callback({ params, caller }) {
      const draft = await readDraft(letters, params);
      checkComplete(draft);
      await checkCompiles(letters, draft);
      const row = { ...draft, created_at: new Date() };
      const id = await inTransaction(letters.db, (trx) => insertTemplate(trx, row));
      await audit(letters, caller, 'template.created', id, { name: draft.name });
      return success({ template: show(await getTemplate(letters, id), new Map()) });
    },
  });

const updateRoute = (letters: Letters) =>
  route({
    methods: ['POST'],
    path: '/template/update/{template_id}',
    description: 'Changes the given fields of an email template. Emails that wait to be sent get the new content.',
    args: TemplateChange,
    example: { subject: 'Welcome, {{ first_name | "friend" }}' },
    answer: TemplateAnswer,
    async callback({ params, path, caller }) {
      const id = path.template_id;
      const draft = await readDraft(letters, params, await getTemplate(letters, id));
      checkComplete(draft);
      await checkCompiles(letters, draft);
      await inTransaction(letters.db, async (trx) => {
        const before = await lockTemplate(trx, id);
        if (!before) throw notFound('template');
        await updateTemplate(trx, id, { ...draft, version: before.version + 1, updated_at: new Date() });
      });
      await audit(letters, caller, 'template.changed', id, { name: draft.name });
      return success({ template: show(await getTemplate(letters, id), await listRulesSending(letters)) });
    },
  });

const deleteRoute = (letters: Letters) =>
  route({
    methods: ['DELETE'],
    path: '/template/{template_id}',
    description: 'Deletes an email template that no rule uses.',
    answer: DeletedAnswer,
    async callback({ path, caller }) {
      const id = path.template_id;
      const { name } = await inTransaction(letters.db, async (trx) => {
        const template = await lockTemplate(trx, id);
        if (!template) throw notFound('template');
        const rules = (await listRulesSending(letters)).get(id) ?? [];
        const users = rules.map((rule) => `rule ${rule.ID} (${rule.name})`);
        if (users.length > 0) throw unprocessable(`This template is used by ${users.join(', ')}.`);
        await deleteTemplate(trx, id);
        return template;
      });
      await audit(letters, caller, 'template.deleted', id, { name });
      return success({ template: { ID: id, name } });
    },
  });

async function findReader({ contacts }: Letters, id: number | undefined): Promise<Contact | undefined> {
  if (id === undefined) return undefined;
  const contact = await contacts.find({ id });
  if (!contact) throw new ApiError('contact_not_exists', 'There is no such contact.');
  return contact;
}

/** Renders a draft for a contact, with its values and language, but without its personal URLs. */
async function preview(letters: Letters, draft: Draft, contactId: number | undefined): Promise<Rendered> {
  const contact = await findReader(letters, contactId);
  const [own, { urls }] = await Promise.all([letters.contacts.emailParts(contactId), letters.contacts.emailParts()]);
  const compiled = await letters.compile(draft, await designOf(letters, own.sender));
  return renderFor(letters, compiled, { contact, parts: { ...own, urls } });
}

const previewRoute = (letters: Letters) =>
  route({
    methods: ['POST'],
    path: '/template/{template_id}/preview',
    inDemo: true,
    description: 'Shows an email template as a contact would get it. Its links to unsubscribe do nothing.',
    args: PreviewArgs,
    example: { ID: 1 },
    answer: PreviewAnswer,
    async callback({ params, path }) {
      const template = await getTemplate(letters, path.template_id);
      return success({ preview: await preview(letters, template, params.ID) });
    },
  });

const draftRoute = (letters: Letters) =>
  route({
    methods: ['POST'],
    path: '/template/preview',
    inDemo: true,
    description: 'Shows an unsaved email template as a contact would get it.',
    args: DraftArgs,
    example: { subject: 'Hello {{ first_name | "there" }}', body: 'Thank you.', ID: 1 },
    answer: PreviewAnswer,
    async callback({ params: { ID, ...given } }) {
      return success({ preview: await preview(letters, await readDraft(letters, given), ID) });
    },
  });

const testRoute = (letters: Letters) =>
  route({
    methods: ['POST'],
    path: '/template/{template_id}/test',
    description: 'Sends an email template once, with the values of a contact, to another address.',
    args: TestArgs,
    example: { email: 'ada@example.com' },
    answer: TestAnswer,
    async callback({ params, path, caller }) {
      const read = parseAddress(params.email.trim());
      if ('fault' in read) throw new ApiError('email_invalid', `email ${read.fault}`);
      const template = await getTemplate(letters, path.template_id);
      const { subject, ...parts } = await preview(letters, template, params.ID);
      const data = { ...parts, subject: `[Test] ${subject}`, ...senderFields(template) };
      await letters.contacts.change((contacts) => contacts.mail({ kind: 'plain', to: read.address, data }));
      await audit(letters, caller as Caller, 'template.tested', template.id, { name: template.name });
      return success({ test: 'queued' as const });
    },
  });

/** The sender and the address for replies, as far as the template has its own. */
export function senderFields({ from_name: name, from_email: address, reply_to: replyTo }: Draft) {
  const from = { ...(name === '' ? {} : { name }), ...(address === '' ? {} : { address }) };
  return { ...(Object.keys(from).length === 0 ? {} : { from }), ...(replyTo === '' ? {} : { replyTo }) };
}
