/** Bodies of bans and appeals. */
import Type from 'typebox';
import { longestReason } from '../../../shared/limits-of-fields.ts';
import { nullable, text, textOrNull } from '../../api/schemas.ts';

const closed = { additionalProperties: false };
const time = Type.String({ format: 'date-time' });

export const AppealInput = Type.Object(
  {
    message: Type.String({
      minLength: 1,
      maxLength: longestReason,
      pattern: '\\S',
      description: 'a message to the operators, not blank',
      examples: ['The page was hacked and is clean again.'],
    }),
  },
  closed,
);

export const BanAppeal = Type.Object(
  {
    status: Type.Enum(['waiting', 'rejected']),
    message: text('The page was hacked and is clean again.'),
    answer: textOrNull(null, 'Why it was rejected.'),
    sentAt: time,
    decidedAt: nullable({ ...time, examples: [null] }),
  },
  closed,
);

export const LinkBan = Type.Object(
  {
    since: time,
    by: Type.Enum(['list', 'scan', 'person'], {
      description: 'A threat list, another automatic check, or an operator.',
    }),
    reason: text('The destination is on a list of unsafe URLs.', 'The reason as text.'),
    field: textOrNull('url', 'The destination concerned.'),
    liftedByChange: Type.Boolean({ description: 'Whether a new destination lifts the ban once it is checked.' }),
    appeal: nullable(BanAppeal),
  },
  closed,
);
