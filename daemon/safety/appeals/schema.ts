/** The bodies of bans and appeals. */
import Type from 'typebox';
import { longestReason } from '../../../shared/limits-of-fields.ts';
import { nullable } from '../../api/schemas.ts';

const closed = { additionalProperties: false };
const time = Type.String({ format: 'date-time' });

export const AppealInput = Type.Object(
  {
    message: Type.String({
      minLength: 1,
      maxLength: longestReason,
      pattern: '\\S',
      description: 'what the people who run this service should know, not blank',
    }),
  },
  closed,
);

export const BanAppeal = Type.Object(
  {
    status: Type.Enum(['waiting', 'rejected']),
    message: Type.String(),
    answer: nullable(Type.String({ description: 'Why it was rejected.' })),
    sentAt: time,
    decidedAt: nullable(time),
  },
  closed,
);

export const LinkBan = Type.Object(
  {
    since: time,
    by: Type.Enum(['list', 'scan', 'person'], {
      description: 'A threat list, another automatic check, or an operator.',
    }),
    reason: Type.String({ description: 'Why, in words.' }),
    field: nullable(Type.String({ description: 'The destination concerned.' })),
    liftedByChange: Type.Boolean({ description: 'Whether another destination lifts the ban once it is checked.' }),
    appeal: nullable(BanAppeal),
  },
  closed,
);
