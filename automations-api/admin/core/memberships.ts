/** The tags and lists of one contact. */
import { api } from './api.ts';
import type { TermKind } from './terms.ts';

/** Parses a record's ids, which are JSON text. */
export const idsIn = (json: string): string[] => (JSON.parse(json) as number[]).map(String);

/** Adds and removes only the terms that differ, so that other users' changes are kept. */
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
