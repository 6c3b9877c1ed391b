/** A contact's status, in words and in a colour. */
import { text } from '../../text/text.ts';
import type { StatusName } from '../../types.ts';

/** By the codes of the API. */
const names = ['unverified', 'subscribed', 'bounced', 'unsubscribed', 'soft_bounced', 'complaint'] as const;
export const statusNames: readonly StatusName[] = names;

const colours: Record<StatusName, string> = {
  unverified: 'tag warn',
  subscribed: 'tag good',
  bounced: 'tag bad',
  unsubscribed: 'tag',
  soft_bounced: 'tag warn',
  complaint: 'tag bad',
};

export const statusOf = (code: string): StatusName => names[Number(code)] ?? 'unverified';

export const StatusBadge = ({ code }: { code: string }) => (
  <span class={colours[statusOf(code)]}>{text.statuses[statusOf(code)]}</span>
);
