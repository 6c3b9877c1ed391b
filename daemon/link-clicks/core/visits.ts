/**
 * Visits with a contact's token, read from parts: the link, the time, and signs that the visitor was not the contact. The
 * token is not verified here. Pure.
 */
import { elementOf } from '../../../shared/elements.ts';
import type { OpenedPart, PartClick } from '../../clicks/bytes/part.ts';
import { isOwnVisit, isPrefetched, isQr } from '../../clicks/bytes/record.ts';
import { agentOf } from '../../clicks/core/agent.ts';

export type ContactVisit = {
  workspaceId: number;
  linkId: number;
  /** Unix time in ms. */
  at: number;
  token: string;
  qr: boolean;
  machine: 'bot' | 'prefetch' | null;
};

/** Lists the visits, except visits to links without an owner and visits from the owner's own networks. */
export function listContactVisits(
  { words, clicks, contacts }: OpenedPart,
  owners: ReadonlyMap<number, number>,
): ContactVisit[] {
  return [...contacts].flatMap(([place, token]) => {
    const { linkId, at, flags, agent } = clicks[place] as PartClick;
    const workspaceId = owners.get(linkId);
    if (workspaceId === undefined || isOwnVisit(flags)) return [];
    return [{ workspaceId, linkId, at, token, qr: isQr(flags), machine: machineOf(flags, elementOf(words, agent)) }];
  });
}

function machineOf(flags: number, userAgent: string): ContactVisit['machine'] {
  if (isPrefetched(flags)) return 'prefetch';
  return agentOf(userAgent).bot ? 'bot' : null;
}
