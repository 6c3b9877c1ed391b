/**
 * Consent across imports: an import never subscribes anybody by itself. When two statuses meet, the one that refuses more stays, so
 * the order in which files are imported does not matter. Pure.
 */
import { nameOfStatus, Status, type StatusName } from '../../contacts/core/statuses.ts';

const byRefusal: readonly number[] = [
  Status.unverified,
  Status.subscribed,
  Status.soft_bounced,
  Status.bounced,
  Status.unsubscribed,
  Status.complaint,
];

const refusalOf = (status: number) => byRefusal.indexOf(status);

/** Whether mails are refused, or do not arrive. */
export const refuses = (status: number): boolean => refusalOf(status) > refusalOf(Status.subscribed);

/** The stricter of two statuses in one row: a contact is subscribed only if no column says anything else. */
export function stricter(one: StatusName, other: StatusName): StatusName {
  if (one === 'subscribed' || other === 'subscribed') return one === 'subscribed' ? other : one;
  return refusalOf(Status[one]) > refusalOf(Status[other]) ? one : other;
}

/** The name of the status of a contact that is there. `onlyRefusals`: nothing but a refusal changes it. */
export function mergeStatus(
  asked: number,
  current: number,
  { resubscribe, onlyRefusals }: { resubscribe: boolean; onlyRefusals: boolean },
): string {
  if (onlyRefusals && !refuses(asked)) return nameOfStatus(current);
  if (resubscribe && asked === Status.subscribed) return nameOfStatus(asked);
  return nameOfStatus(refusalOf(asked) > refusalOf(current) ? asked : current);
}
