/** The criterion on the status. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { parseStatus } from '../../contacts/core/statuses.ts';
import { criterionKind } from './criterion.ts';

export const statusCriterion = criterionKind({
  name: 'status',
  label: 'Status',
  args: {
    status: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 20,
        description:
          'One of these statuses: unverified, subscribed, bounced, unsubscribed, soft_bounced, complaint, or their numbers.',
      }),
    ),
  },
  read({ status = [] }) {
    const given = status.flatMap((text) => text.split(',')).filter((text) => text.trim() !== '');
    const statuses = [...new Set(given.map((text) => parseStatus(text)))];
    if (statuses.length === 0) return undefined;
    return () => [
      {
        sql: sql`c.status IN (${sql.join(statuses)})`,
        inIndex: (index) => (bits) => index.keepStatuses(bits, statuses),
      },
    ];
  },
});
