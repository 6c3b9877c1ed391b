/** The bodies of why a link is banned, and of asking for another look. */
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
      description: 'A list of unsafe addresses, another automatic check, or somebody who runs this service.',
    }),
    reason: Type.String({ description: 'Why, in words.' }),
    field: nullable(Type.String({ description: 'Which destination of the link it is about.' })),
    liftedByChange: Type.Boolean({ description: 'Another destination lifts the ban once it was checked.' }),
    appeal: nullable(BanAppeal),
  },
  closed,
);
