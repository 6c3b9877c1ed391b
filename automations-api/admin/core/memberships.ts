/** The tags and lists of one contact. */
import { api } from './api.ts';
import type { TermKind } from './terms.ts';

/** Ids as records have them, JSON text. */
export const idsIn = (json: string): string[] => (JSON.parse(json) as number[]).map(String);

/** Adds the new terms and removes the former ones, and keeps what others change meanwhile. */
export async function changeTerms(
  kind: TermKind,
  contactId: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const added = after.filter((id) => !before.includes(id)).map(Number);
  const removed = before.filter((id) => !after.includes(id)).map(Number);
  if (added.length > 0) await api.post(`/contact/${kind}-assign/${contactId}`, { [`${kind}s`]: added });
  if (removed.length > 0) await api.post(`/contact/${kind}-unassign/${contactId}`, { [`${kind}Id`]: removed });
}
