/** The route that merges two contacts. */
import Type from 'typebox';
import { fullPermission } from '../../../host/core/permission.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { ContactAnswer } from '../contacts/answers.ts';
import { detailOf } from '../contacts/detail.ts';
import type { Context } from '../context/context.ts';
import { unprocessable } from '../core/errors.ts';
import { type Merge, mergeContacts } from './merge-contacts.ts';

const MergeArgs = Type.Object({
  keep: Type.Integer({ description: 'Id of the kept contact.' }),
  other: Type.Integer({ description: 'Id of the contact that is merged into it and deleted.' }),
  prefer: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        maxProperties: 500,
        description: 'Preferred side, keep or other, by column or field: { "f_name": "other" }.',
      },
    ),
  ),
});

export const mergeRoutes = (context: Context): RestRoute[] => [
  route({
    methods: ['POST'],
    path: '/contact/merge',
    description: "Merges two contacts: the kept one's values stay, and empty ones are filled from the other.",
    args: MergeArgs,
    permission: fullPermission,
    example: { keep: 1, other: 2, prefer: { f_name: 'other' } },
    answer: ContactAnswer,
    versioned: true,
    async callback({ params, caller }) {
      const { keep: keepId, other: otherId } = params;
      const prefer = (params.prefer ?? {}) as Merge['prefer'];
      if (keepId === otherId) throw unprocessable('other must differ from keep');
      return detailOf(context, await mergeContacts(context, caller, { keepId, otherId, prefer }));
    },
  }),
];
