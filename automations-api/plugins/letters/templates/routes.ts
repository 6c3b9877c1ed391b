/** Routes for templates, with previews and test emails. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { etagOf } from '../../../../shared/http/versions.ts';
import { parseAddress } from '../../../../shared/mail/email-address.ts';
import { found, unprocessable } from '../../../host/core/errors.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { readWindow, SearchArgs, success, successOne, successWindow } from '../../../host/envelope.ts';
import type { Caller } from '../../../host/plugin.ts';
import { sqlDate } from '../../../host/shapes.ts';
import { checkLocked, type Headers } from '../../../host/versions.ts';
import { audit, designOf, type Letters } from '../core/letters.ts';
import { listRulesSending, type RuleRef } from '../core/rule-uses.ts';
import type { Trx } from '../core/tables.ts';
import { DeletedAnswer, PreviewAnswer, type Template, TemplateAnswer, TemplatesAnswer, TestAnswer } from './answers.ts';
import { type Previewing, preview, render } from './preview.ts';
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
import { checkComplete, type Draft, draftOf, readDraft } from './save-template.ts';
import { DraftArgs, NewTemplate, PreviewArgs, TemplateChange, TestArgs } from './schema.ts';
import { senderFields } from './sender-fields.ts';

export const templateRoutes = (letters: Previewing): RestRoute[] => [
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

const getTemplate = async ({ db }: Letters, id: number): Promise<TemplateRow> =>
  found('template', await findTemplate(db, id));

const listRoute = (letters: Letters) =>
  route({
    methods: ['GET'],
    path: '/templates',
    description: 'The email templates, newest first, with the numbers of their emails.',
    args: SearchArgs,
    example: { search: 'welcome' },
    answer: TemplatesAnswer,
    async callback({ params }) {
      const window = readWindow(params);
      const search = params.search?.trim();
      const { db } = letters;
      const [rows, total] = await Promise.all([listTemplates(db, window, search), countTemplates(db, search)]);
      const uses = await listRulesSending(letters.rules);
      return successWindow({ templates: rows.map((row) => show(row, uses)) }, window, total);
    },
  });

const getRoute = (letters: Letters) =>
  route({
    methods: ['GET'],
    path: '/template/{template_id}',
    description: 'An email template.',
    answer: TemplateAnswer,
    versioned: true,
    callback: async ({ path }) => answerOf(letters, await getTemplate(letters, path.template_id)),
  });

const answerOf = async ({ rules }: Letters, template: TemplateRow) =>
  successOne({ template: show(template, await listRulesSending(rules)) }, versionOf(template));

const versionOf = (template: TemplateRow): string => etagOf(draftOf(template));

/** Locks a template and checks its version. @throws data_not_found or conflict */
const lockVersion = async ({ rules }: Letters, trx: Trx, id: number, head: Headers) =>
  checkLocked(head, 'template', await lockTemplate(trx, id), {
    etag: versionOf,
    show: async (template) => show(template, await listRulesSending(rules)),
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
    versioned: true,
    async callback({ params, caller }) {
      const draft = await readDraft(letters, params);
      checkComplete(draft);
      await checkCompiles(letters, draft);
      const row = { ...draft, created_at: new Date() };
      const id = await inTransaction(letters.db, (trx) => insertTemplate(trx, row));
      await audit(letters, caller, 'template.created', { id, name: draft.name });
      return answerOf(letters, await getTemplate(letters, id));
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
    versioned: true,
    async callback({ params, path, caller, headers }) {
      const id = path.template_id;
      const { name } = await inTransaction(letters.db, async (trx) => {
        const before = await lockVersion(letters, trx, id, { headers });
        const draft = await readDraft(letters, params, before);
        checkComplete(draft);
        await checkCompiles(letters, draft);
        await updateTemplate(trx, id, { ...draft, version: before.version + 1, updated_at: new Date() });
        return draft;
      });
      await audit(letters, caller, 'template.changed', { id, name });
      return answerOf(letters, await getTemplate(letters, id));
    },
  });

const deleteRoute = (letters: Letters) =>
  route({
    methods: ['DELETE'],
    path: '/template/{template_id}',
    description: 'Deletes an email template that no rule uses.',
    answer: DeletedAnswer,
    versioned: true,
    async callback({ path, caller, headers }) {
      const id = path.template_id;
      const { name } = await inTransaction(letters.db, async (trx) => {
        const template = await lockVersion(letters, trx, id, { headers });
        const rules = (await listRulesSending(letters.rules)).get(id) ?? [];
        const users = rules.map((rule) => `rule ${rule.ID} (${rule.name})`);
        if (users.length > 0) throw unprocessable(`This template is used by ${users.join(', ')}.`);
        await deleteTemplate(trx, id);
        return template;
      });
      await audit(letters, caller, 'template.deleted', { id, name });
      return success({ template: { ID: id, name } });
    },
  });

const previewRoute = (letters: Previewing) =>
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
      return success({ preview: await preview(letters, draftOf(template), params.ID) });
    },
  });

const draftRoute = (letters: Previewing) =>
  route({
    methods: ['POST'],
    path: '/template/preview',
    id: 'postTemplatePreviewOfDraft',
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
      const { subject, ...parts } = await render(letters, { draft: template, contactId: params.ID });
      const data = { ...parts, subject: `[Test] ${subject}`, ...senderFields(template) };
      await letters.contacts.change((contacts) => contacts.mail({ kind: 'plain', to: read.address, data }));
      await audit(letters, caller as Caller, 'template.tested', template);
      return success({ test: 'queued' as const });
    },
  });
