/** Routes that delete tags and lists. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, success } from '../../../host/envelope.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { notFound } from '../core/errors.ts';
import { Term } from './answers.ts';
import { findTermForUpdate, type TermKind, toTermRef } from './core/queries.ts';
import { insertTermDeletion } from './deletion-queries.ts';
import type { TermWork } from './finish-changes.ts';
import { replaceInPlugins } from './list-references.ts';
import { removeMembers } from './remove-members.ts';

export const deletionRoute = (context: Context, deletions: TermWork, { type, one, many }: TermKind): RestRoute =>
  route({
    methods: ['DELETE'],
    path: `/${one}/{${one}_id}`,
    description: `Deletes a ${one} and removes it from all contacts.`,
    answer: answerWith({ [many]: Term }),
    async callback({ path, caller }) {
      const term = await inTransaction(context.db, async (trx) => {
        const found = await findTermForUpdate(trx, type, path[`${one}_id` as const]);
        if (!found) throw notFound(one);
        await insertTermDeletion(trx, found, presentSecond());
        await replaceInPlugins(context, trx, { type: one, from: [found.id] });
        await writeAudit(trx, caller, `${one}.deleted`, { subject: found.id, data: { name: found.name } });
        return found;
      });
      // A term that few contacts have is removed before the answer. If that fails, the worker removes it.
      await removeMembers(context, caller, term.id).catch((err) =>
        context.log.warn({ err }, 'a deletion could not be finished at once; the worker continues'),
      );
      deletions.nudge();
      return success({ [many]: toTermRef(term) });
    },
  });
