/** The route that finds possible duplicates. */
import Type from 'typebox';
import { fromCursor, toCursor } from '../../../../shared/db/cursor.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, cursorArgs, envelope, readLimit } from '../../../host/envelope.ts';
import { count, named, text } from '../../../host/shapes.ts';
import { ContactRecord } from '../contacts/answers.ts';
import type { Context } from '../context/context.ts';
import { nextCursor } from '../core/answers.ts';
import { unprocessable } from '../core/errors.ts';
import type { DuplicateKind } from './duplicate-queries.ts';
import { findGroups, showGroup } from './find-duplicates.ts';

const DuplicateArgs = Type.Object({
  ...cursorArgs,
  by: Type.Optional(
    Type.Enum(['email', 'phone'], {
      description: "email: the same mailbox, ignoring the part after a + and Gmail's dots; phone: the same digits.",
    }),
  ),
});

const DuplicatesAnswer = answerWith({
  duplicates: Type.Array(
    named('Duplicates', {
      value: text('What they share.', 'ada@example.com'),
      count: count('Number of contacts.', 2),
      contacts: Type.Array(ContactRecord, { description: 'The first contacts.' }),
    }),
  ),
  next_cursor: nextCursor,
});

const kindOf = (kind: DuplicateKind) => `duplicates by ${kind}`;

/** @throws unprocessable_entity */
function readCursor(kind: DuplicateKind, cursor: string | undefined): string {
  if (!cursor) return '';
  const [value] = fromCursor(kindOf(kind), cursor) ?? [];
  if (typeof value !== 'string') throw unprocessable('cursor does not belong to these duplicates');
  return value;
}

export const duplicateRoutes = (context: Context): RestRoute[] => [
  route({
    methods: ['GET'],
    path: '/contacts/duplicates',
    description: 'Groups of contacts that share a mailbox or a phone number; page by page with cursor.',
    args: DuplicateArgs,
    example: { by: 'email', limit: 10 },
    answer: DuplicatesAnswer,
    async callback({ params }) {
      const kind = (params.by ?? 'email') as DuplicateKind;
      const limit = readLimit(params);
      const { groups, next } = await findGroups(context, kind, readCursor(kind, params.cursor), limit);
      const duplicates = [];
      for (const group of groups) duplicates.push(await showGroup(context, kind, group));
      const next_cursor = next === undefined ? null : toCursor(kindOf(kind), next);
      return { data: envelope({ duplicates, next_cursor }, { limit, offset: 0 }) };
    },
  }),
];
