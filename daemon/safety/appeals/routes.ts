/** Routes for members to see why a link is banned, and to appeal. */
import { inTransaction } from '../../../shared/db/db.ts';
import { json } from '../../../shared/http/answer.ts';
import type { Context } from '../../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../../api/endpoint.ts';
import { conflict, notFound } from '../../api/errors.ts';
import { recordAudit } from '../../audit-log/record.ts';
import { findLinkForUpdate, requireLink } from '../../links/core/queries.ts';
import type { Reason } from '../core/check.ts';
import { reasonText } from '../core/reason-text.ts';
import { type AppealRow, type BanOfLink, findAppeal, findBanOf, insertAppeal } from './queries.ts';
import { AppealInput, LinkBan } from './schema.ts';

const group = 'Links';
const params = { id: "The link's id." };

export const appealRoutes = (context: Context): DescribedRoute[] => [show(context), appeal(context)];

/** Finds a link and its ban. @throws `not_found` */
const findBanned =
  ({ db }: Context) =>
  async ({ auth, request }: Lookup<'id'>) => {
    const link = await requireLink(db, auth.workspaceId, request.params.id);
    const ban = await findBanOf(db, auth.workspaceId, link.id);
    if (!ban) throw notFound('ban of this link');
    return { link, ban };
  };

function toLinkBan(ban: BanOfLink, row: AppealRow | undefined) {
  const isScanned = ban.source === 'scanner' && ban.reason !== null;
  return {
    since: ban.bannedAt.toISOString(),
    by: isScanned ? (ban.reason === 'listed' ? 'list' : 'scan') : 'person',
    reason: isScanned
      ? `The destination ${reasonText(ban.reason as Reason)}.`
      : (ban.words ?? 'An operator of this service banned it.'),
    field: ban.field,
    liftedByChange: isScanned,
    appeal: row ? toAppeal(row) : null,
  };
}

const toAppeal = ({ status, message, answer, sentAt, decidedAt }: AppealRow) => ({
  status: status === 'open' ? 'waiting' : 'rejected',
  message: message ?? '',
  answer,
  sentAt: sentAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

const show = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/links/{id}/ban',
    id: 'getLinkBan',
    summary: "Get the reason for a link's ban",
    description: 'Includes the appeal and its outcome. A link that is not banned is `not_found`.',
    group,
    role: 'viewer',
    params,
    answers: { 200: { description: 'The ban: reason, time and author.', schema: LinkBan } },
    find: findBanned(context),
    async handle({ found: { link, ban } }) {
      return json(200, toLinkBan(ban, await findAppeal(context.db, link.id, ban.bannedAt)));
    },
  });

const appeal = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/links/{id}/ban/appeal',
    id: 'appealLinkBan',
    summary: 'Appeal a ban',
    description:
      'Once per ban; a second appeal is a `conflict`. Operators see it first, and their decision is ' +
      "emailed to the workspace's owner.",
    group,
    role: 'member',
    params,
    body: AppealInput,
    answers: { 201: { description: 'The ban, and the appeal.', schema: LinkBan } },
    errors: ['conflict'],
    creates: true,
    find: findBanned(context),
    async handle({ auth: { workspaceId, actor }, found: { link }, body, keep }) {
      const { id: linkId, public_id: objectId } = link;
      const now = new Date();
      return inTransaction(context.db, async (trx) => {
        // Prevents an appeal against a ban that is being lifted.
        await findLinkForUpdate(trx, workspaceId, objectId);
        const ban = await findBanOf(trx, workspaceId, linkId);
        if (!ban) throw notFound('ban of this link');
        const { bannedAt } = ban;
        if (!(await insertAppeal(trx, { linkId, workspaceId, bannedAt, message: body.message.trim() }, now)))
          throw conflict('This ban was already appealed.');
        await recordAudit(trx, [{ workspaceId, actor, action: 'link.appeal', objectId }], now);
        const answer = json(201, toLinkBan(ban, await findAppeal(trx, linkId, bannedAt)));
        await keep?.(trx, answer);
        return answer;
      });
    },
  });
