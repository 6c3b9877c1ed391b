/**
 * Consent across imports. An import subscribes a contact only if a status is stated. If two statuses conflict, the
 * stricter one is kept, so the order of imported files does not matter. Pure.
 */
import { nameOfStatus, Status, type StatusName } from '../../contacts/core/statuses.ts';

const byStrictness: readonly number[] = [
  Status.unverified,
  Status.subscribed,
  Status.soft_bounced,
  Status.bounced,
  Status.unsubscribed,
  Status.complaint,
];

const strictnessOf = (status: number) => byStrictness.indexOf(status);

/** Checks whether a status means that emails are refused or bounce. */
export const refuses = (status: number): boolean => strictnessOf(status) > strictnessOf(Status.subscribed);

/** Returns the stricter of a row's two statuses. The contact is subscribed only if no column states otherwise. */
export function stricter(one: StatusName, other: StatusName): StatusName {
  if (one === 'subscribed' || other === 'subscribed') return one === 'subscribed' ? other : one;
  return strictnessOf(Status[one]) > strictnessOf(Status[other]) ? one : other;
}

/** Returns the new status of an existing contact. If `onlyRefusals`, only a refusal changes it. */
export function mergeStatus(
  given: number,
  current: number,
  { resubscribe, onlyRefusals }: { resubscribe: boolean; onlyRefusals: boolean },
): string {
  if (onlyRefusals && !refuses(given)) return nameOfStatus(current);
  if (resubscribe && given === Status.subscribed) return nameOfStatus(given);
  return nameOfStatus(strictnessOf(given) > strictnessOf(current) ? given : current);
}
