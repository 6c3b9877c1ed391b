/** Routes for the email reports that the caller gets about the current workspace. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import { insertMail } from '../../shared/people/mail-queries.ts';
import { getUser } from '../../shared/people/user-queries.ts';
import { findTimeZone, utc } from '../../shared/time-zone.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { conflict, forbidden, invalid } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import type { ReportFrequency } from '../core/tables.ts';
import { dueInNewZone, lastPeriod, nextDue } from './periods.ts';
import { findSettings, findSettingsForUpdate, type ReportSettings as Row, updateSettings } from './queries.ts';
import { type ReportMail, zoneOf } from './queue-reports.ts';
import { ReportPatch, ReportSettings } from './schema.ts';

const group = 'Workspace';
const path = '/workspace/reports';

export const reportRoutes = (context: Context): DescribedRoute[] => [get(context), patch(context), send(context)];

/** Creates the error for a caller whose membership has just ended. */
const notMember = () => forbidden('You are not a member of this workspace.');

const show = ({ every, timezone, dueAt }: Pick<Row, 'every' | 'timezone' | 'dueAt'>) => ({
  frequency: every ?? 'off',
  timezone: timezone ?? utc.name,
  nextAt: dueAt?.toISOString() ?? null,
});

/** Returns when the next report is due after a change of the settings. */
function dueAfter(before: Row, { every, timezone }: { every: ReportFrequency; timezone: string | null }): number {
  const [from, to] = [zoneOf(before.timezone), zoneOf(timezone)];
  const now = Date.now();
  return every === before.every && before.dueAt
    ? dueInNewZone({ every, from, to, dueAt: before.dueAt.getTime() }, now, before)
    : nextDue(every, to, now, before);
}

const get = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path,
    id: 'getReports',
    summary: 'Get the settings of your reports by email',
    description: 'Of the current workspace; for a signed-in user.',
    group,
    role: 'viewer',
    caller: 'session',
    answers: { 200: { description: 'The settings.', schema: ReportSettings } },
    async handle({ auth: { workspaceId, userId } }) {
      const settings = await findSettings(context.db, workspaceId, userId);
      if (!settings) throw notMember();
      return json(200, show(settings));
    },
  });

const patch = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path,
    id: 'updateReports',
    summary: 'Change the settings of your reports by email',
    description:
      'A report is sent after 06:00 in its time zone, on Monday or the first of the month. It needs a verified email.',
    group,
    role: 'viewer',
    caller: 'session',
    body: ReportPatch,
    answers: { 200: { description: 'The settings.', schema: ReportSettings } },
    errors: ['conflict'],
    async handle({ auth: { workspaceId, userId }, body: { frequency, timezone } }) {
      if (timezone !== undefined && !findTimeZone(timezone))
        throw invalid({ field: 'timezone', message: 'must be the IANA name of a time zone, such as Europe/Berlin' });
      if (frequency !== undefined && frequency !== 'off') await requireVerified(context, userId);
      const saved = await inTransaction(context.db, async (trx) => {
        const before = await findSettingsForUpdate(trx, workspaceId, userId);
        if (!before) throw notMember();
        const every = frequency === undefined ? before.every : frequency === 'off' ? null : frequency;
        const after = { ...before, every, timezone: timezone ?? before.timezone };
        if (every === before.every && after.timezone === before.timezone) return before;
        after.dueAt = every && new Date(dueAfter(before, { every, timezone: after.timezone }));
        await updateSettings(trx, after);
        return after;
      });
      return json(200, show(saved));
    },
  });

/** @throws `conflict` */
async function requireVerified({ db }: Context, userId: number) {
  const user = await getUser(db, userId);
  if (user.emailVerifiedAt === null) throw conflict('Verify your email first: open the link sent to it.');
  return user;
}

const send = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: `${path}/send`,
    id: 'sendReport',
    summary: 'Email yourself a report now',
    description:
      'The report on the last period that is over, even if nothing happened in it; on the last week if your reports are off.',
    group,
    role: 'viewer',
    caller: 'session',
    answers: { 200: { description: 'The email is queued.', schema: Done } },
    errors: ['conflict'],
    async handle({ auth: { workspaceId, userId } }) {
      const user = await requireVerified(context, userId);
      const settings = await findSettings(context.db, workspaceId, userId);
      if (!settings) throw notMember();
      await context.tries.spendOnMail('report', user.email);
      const { id: memberId } = settings;
      const every = settings.every ?? 'weekly';
      const zone = zoneOf(settings.timezone);
      const now = new Date();
      const period = lastPeriod(every, zone, now.getTime());
      const mail: ReportMail = { kind: 'report', memberId, every, timezone: zone.name, period, requested: true };
      await inTransaction(context.db, (trx) => insertMail(trx, user.email, mail, { now }));
      return json(200, { ok: true });
    },
  });
