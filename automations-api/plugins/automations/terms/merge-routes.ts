/** Routes that merge tags or lists. */
import Type from 'typebox';
import { requireFull } from '../../../host/core/permission.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, success } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import type { KnownRules } from '../rules/known-rules.ts';
import { Term } from './answers.ts';
import { type TermKind, TermType, toTermRef } from './core/queries.ts';
import type { TermWork } from './finish-changes.ts';
import { mergeTerms } from './merge-terms.ts';
import { moveMembers } from './move-members.ts';

const MergeArgs = Type.Object({
  from: Type.Array(Type.Integer(), { maxItems: 100, description: 'The ones that are merged into it.' }),
  into: Type.Integer({ description: 'The kept one.' }),
});

export const mergeRoute = (context: Context, merges: TermWork, rules: KnownRules, kind: TermKind): RestRoute =>
  route({
    methods: ['POST'],
    path: `/${kind.one}/merge`,
    description: `Merges several ${kind.many} into one, including in contacts, segments and rules.`,
    args: MergeArgs,
    example: { from: [kind.type === TermType.tag ? 2 : 4], into: kind.type === TermType.tag ? 1 : 3 },
    answer: answerWith({ [kind.many]: Term, merged: Type.Array(Term) }),
    async callback({ params, caller }) {
      requireFull(caller);
      const { kept, merged } = await mergeTerms(context, caller, kind, params);
      rules.forget();
      // The contacts of a small term are moved before the answer. If that fails, the worker moves them.
      for (const { id } of merged) {
        await moveMembers(context, id).catch((err) =>
          context.log.warn({ err }, 'a merge could not be finished at once; the worker continues'),
        );
      }
      merges.nudge();
      return success({ [kind.many]: toTermRef(kept), merged: merged.map(toTermRef) });
    },
  });
