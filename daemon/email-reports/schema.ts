/** Bodies of email reports. */
import Type from 'typebox';
import { nullable, text } from '../api/schemas.ts';

const frequency = Type.Enum(['off', 'weekly', 'monthly'], {
  description: 'Weeks start on Monday, months on the first.',
  examples: ['weekly'],
});
const timezone = {
  ...text('Europe/Berlin', 'IANA name of the time zone in which weeks and months start.'),
  maxLength: 64,
};

export const ReportSettings = Type.Object(
  {
    frequency,
    timezone,
    nextAt: nullable({
      ...Type.String({ format: 'date-time' }),
      description: 'When the next report is due; null without reports.',
      examples: ['2030-01-07T05:12:00.000Z'],
    }),
  },
  { additionalProperties: false },
);
export const ReportPatch = Type.Object(
  { frequency: Type.Optional(frequency), timezone: Type.Optional(timezone) },
  { additionalProperties: false },
);
