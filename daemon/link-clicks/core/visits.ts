/**
 * Visits that carried the token of a contact, as they lie in a part: whose link, when, and what is known not to be the contact.
 * Nothing of a token is proved here. Pure.
 */

import type { OpenedPart, PartClick } from '../../clicks/bytes/part.ts';
import { isPrefetched, isQr } from '../../clicks/bytes/record.ts';
import { agentOf } from '../../clicks/core/agent.ts';

export type ContactVisit = {
  workspaceId: number;
  linkId: number;
  /** ms since 1970. */
  at: number;
  token: string;
  qr: boolean;
  machine: 'bot' | 'prefetch' | null;
};

/** Without those of links that nobody owns. */
export function listContactVisits(
  { words, clicks, contacts }: OpenedPart,
  owners: ReadonlyMap<number, number>,
): ContactVisit[] {
  return [...contacts].flatMap(([place, token]) => {
    const { linkId, at, flags, agent } = clicks[place] as PartClick;
    const workspaceId = owners.get(linkId);
    if (workspaceId === undefined) return [];
    return [{ workspaceId, linkId, at, token, qr: isQr(flags), machine: machineOf(flags, words[agent] as string) }];
  });
}

function machineOf(flags: number, userAgent: string): ContactVisit['machine'] {
  if (isPrefetched(flags)) return 'prefetch';
  return agentOf(userAgent).bot ? 'bot' : null;
}
