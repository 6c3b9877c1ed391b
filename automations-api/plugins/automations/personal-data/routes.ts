/** Routes for a contact's privacy rights: export and erasure of its data. */
import Type from 'typebox';
import { fullPermission, notForViewers } from '../../../host/core/permission.ts';
import { type RestAnswer, type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, closed, success } from '../../../host/envelope.ts';
import { id, members, text, time } from '../../../host/shapes.ts';
import { writeAudit } from '../audit/write.ts';
import { findContactById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { contactNotFound, unprocessable } from '../core/errors.ts';
import { collectPersonalData, type PersonalData } from './collect.ts';
import { eraseContact } from './erase-contact.ts';
import { pagePolicy, writePage } from './page.ts';

export const personalDataRoutes = (context: Context): RestRoute[] => [exportRoute(context), eraseRoute(context)];

const PersonalDataAnswer = answerWith({
  export: Type.Object(
    {
      site: text('URL of the site.', 'https://example.com'),
      exported_at: time('When.'),
      contact: members('The record.', { id: '1', email: 'ada@example.com' }),
    },
    {
      title: 'PersonalData',
      description: 'Each other field is a list of further data.',
      additionalProperties: true,
    },
  ),
});

const ErasedAnswer = answerWith({
  contact: Type.Object({ id: id() }, closed),
  erased: Type.Record(Type.String(), Type.Integer(), {
    description: 'Number of each kind.',
    examples: [{ contact: 1, tags: 2 }],
  }),
});

const exportRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/contact/{contact_id}/export',
    description: "A contact's personal data, as JSON or as a page to print.",
    permission: notForViewers,
    args: Type.Object({
      format: Type.Optional(Type.String({ maxLength: 4, description: 'json or html; default json.' })),
    }),
    produces: ['text/html'],
    streams: true,
    example: { format: 'json' },
    answer: PersonalDataAnswer,
    async callback({ params, path, caller, isHead }) {
      const format = (params.format || 'json').toLowerCase();
      if (format !== 'json' && format !== 'html') throw unprocessable('format must be json or html');
      const row = await findContactById(context.db, path.contact_id);
      if (!row) throw contactNotFound();
      const data = await collectPersonalData(context, row);
      if (!isHead) await writeAudit(context.db, caller, 'contact.exported', { subject: row.id, data: { format } });
      return format === 'html' ? asPage(data, row.id) : success({ export: asObject(data) });
    },
  });

const asObject = ({ site, exportedAt, contact, sections }: PersonalData) => ({
  site,
  exported_at: exportedAt,
  contact,
  ...Object.fromEntries(sections.map(({ name, rows }) => [name, rows])),
});

const asPage = (data: PersonalData, contactId: number): RestAnswer<never> => ({
  stream: inParts(data),
  contentType: 'text/html; charset=utf-8',
  headers: {
    'Content-Security-Policy': pagePolicy,
    'Content-Disposition': `inline; filename="contact-${contactId}.html"`,
    'Referrer-Policy': 'no-referrer',
  },
});

async function* inParts(data: PersonalData): AsyncGenerator<string> {
  yield* writePage(data);
}

const eraseRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/contact/erase/{contact_id}',
    description:
      'Erases a contact at their own request; their email address is not added again unless a request allows it.',
    permission: fullPermission,
    answer: ErasedAnswer,
    async callback({ path, caller }) {
      const contactId = path.contact_id;
      return success({ contact: { id: contactId }, erased: await eraseContact(context, caller, contactId) });
    },
  });
