/** Routes that delete tags and lists. */
import Type from 'typebox';
import { inTransaction } from '../../../../shared/db/db.ts';
import { lastOf } from '../../../../shared/elements.ts';
import { terms as limits } from '../../../../shared/limits-of-fields.ts';
import { requireFull } from '../../../host/core/permission.ts';
import { type Caller, type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, success } from '../../../host/envelope.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { notFound } from '../core/errors.ts';
import { Term } from './answers.ts';
import { aboutTerms } from './core/audited.ts';
import { type TermKind, TermType, toTermRef } from './core/queries.ts';
import { insertTermDeletion } from './deletion-queries.ts';
import type { TermWork } from './finish-changes.ts';
import { replaceInPlugins } from './list-references.ts';
import { lockTermsOf } from './merge-queries.ts';
import { removeMembers } from './remove-members.ts';

/** Time within which terms are removed from contacts before the answer. */
const removeWithinMs = 2_000;

export const deletionRoutes = (context: Context, deletions: TermWork, kind: TermKind): RestRoute[] => [
  deleteOne(context, deletions, kind),
  deleteMany(context, deletions, kind),
];

const deleteOne = (context: Context, deletions: TermWork, kind: TermKind) =>
  route({
    methods: ['DELETE'],
    path: `/${kind.one}/{${kind.one}_id}`,
    description: `Deletes a ${kind.one} and removes it from all contacts.`,
    answer: answerWith({ [kind.many]: Term }),
    async callback({ path, caller }) {
      const ids = [path[`${kind.one}_id` as const]];
      return success({ [kind.many]: lastOf(await deleteTerms(context, deletions, kind, { ids, by: caller })) });
    },
  });

const deleteMany = (context: Context, deletions: TermWork, kind: TermKind) =>
  route({
    methods: ['POST'],
    path: `/${kind.one}/delete`,
    description: `Deletes several ${kind.many} at once and removes them from all contacts. Unknown ids are skipped.`,
    args: Type.Object({
      ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: limits.deleted, description: 'The ids.' }),
    }),
    example: { ids: [kind.type === TermType.tag ? 2 : 4] },
    answer: answerWith({ [kind.many]: Type.Array(Term) }),
    async callback({ params, caller }) {
      requireFull(caller);
      return success({ [kind.many]: await deleteTerms(context, deletions, kind, { ids: params.ids, by: caller }) });
    },
  });

/** Deletes terms, with one entry in the audit log. @throws data_not_found if none of them exists */
async function deleteTerms(
  context: Context,
  deletions: TermWork,
  { type, one }: TermKind,
  { ids, by }: { ids: number[]; by: Caller | undefined },
) {
  const terms = await inTransaction(context.db, async (trx) => {
    const found = await lockTermsOf(trx, type, ids);
    if (found.length === 0) throw notFound(one);
    for (const term of found) await insertTermDeletion(trx, term, presentSecond());
    await replaceInPlugins(context, trx, { type: one, from: found.map(({ id }) => id) });
    await writeAudit(trx, by, `${one}.deleted`, aboutTerms(found));
    return found;
  });
  // Terms that few contacts have are removed before the answer. If that fails, the worker removes them.
  const until = Date.now() + removeWithinMs;
  for (const { id } of terms) {
    if (Date.now() > until) break;
    await removeMembers(context, by, id).catch((err) =>
      context.log.warn({ err }, 'a deletion could not be finished at once; the worker continues'),
    );
  }
  deletions.nudge();
  return terms.map(toTermRef);
}
