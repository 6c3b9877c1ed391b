/** A contact's status as a coloured badge. */
import { statusOf } from '../../core/statuses.ts';
import type { StatusName } from '../../core/types.ts';
import { text } from '../../text/text.ts';

export const statusColours: Record<StatusName, string> = {
  unverified: 'tag warn',
  subscribed: 'tag good',
  bounced: 'tag bad',
  unsubscribed: 'tag',
  soft_bounced: 'tag warn',
  complaint: 'tag bad',
};

export const StatusBadge = ({ code }: { code: string }) => (
  <span class={statusColours[statusOf(code)]}>{text.statuses[statusOf(code)]}</span>
);
