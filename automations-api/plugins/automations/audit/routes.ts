/** The route for the audit log. It needs the permission `full`. */
import type { Kysely } from 'kysely';
import type { PeopleTables } from '../../../../shared/people/tables.ts';
import { fullOnly } from '../../../host/core/permission.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { readLimit, successPage } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { showCaller } from '../core/callers.ts';
import { sqlDate } from '../core/dates.ts';
import { AuditAnswer } from './answers.ts';
import { listPeopleEntries, newestFirst } from './people-entries.ts';
import { type AuditRow, listAuditEntries, listEmails, type NamedRow } from './queries.ts';
import { AuditArgs, readAuditFilter, writeCursor } from './schema.ts';

export const auditRoutes = ({ db, config }: Context, people: Kysely<PeopleTables>): RestRoute[] => [
  route({
    methods: ['GET'],
    path: '/audit',
    description:
      'The audit log, newest first, page by page with cursor. Includes changes of user roles and invitations. ' +
      'Needs the permission full.',
    permission: fullOnly,
    args: AuditArgs,
    example: { action: ['tag.deleted'], from: '2026-01-01', limit: 10 },
    answer: AuditAnswer,
    async callback({ params }) {
      const limit = readLimit(params);
      const filter = readAuditFilter(params);
      const [own, aboutUsers] = await Promise.all([
        listAuditEntries(db, filter, limit + 1),
        listPeopleEntries({ people, config }, filter, limit + 1),
      ]);
      const found: NamedRow[] = [...own, ...aboutUsers].sort(newestFirst);
      const contacts = found.slice(0, limit).filter(isAboutContact);
      const emails = await listEmails(db, [...new Set(contacts.map(({ subject }) => Number(subject)))]);
      const names = new Map(emails.map(({ id, email }) => [String(id), email]));
      return successPage(found, limit, writeCursor, (page, next_cursor) => ({
        audit: page.map((row) => toEntry(row, isAboutContact(row) ? names.get(row.subject) : row.name)),
        next_cursor,
      }));
    },
  }),
];

const isAboutContact = ({ action, subject }: AuditRow) => action.startsWith('contact.') && /^\d{1,15}$/.test(subject);

const toEntry = (row: AuditRow, name: string | undefined) => ({
  at: sqlDate(row.at),
  action: row.action,
  subject: row.subject,
  // The name is not stored in the log, so that it does not survive the contact or user.
  name: name ?? null,
  by: showCaller(row),
  data: row.data === null ? null : (JSON.parse(row.data) as Record<string, unknown>),
});
