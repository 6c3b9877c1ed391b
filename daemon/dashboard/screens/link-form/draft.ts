/** What somebody typed and has not sent, kept in this browser by workspace; never a password. */
import { workspaceId } from '../../api.ts';
import { emptyValues, type Values } from './values.ts';

const keyOf = (linkId: string | undefined) => `draft:${workspaceId.value}:${linkId ?? 'new'}`;

export function readDraft(linkId: string | undefined): Values | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(linkId)) ?? 'null') as Partial<Values> | null;
    return kept ? { ...emptyValues(), ...kept } : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(linkId: string | undefined, values: Values): void {
  try {
    localStorage.setItem(keyOf(linkId), JSON.stringify({ ...values, password: '' }));
  } catch {
    // Nothing can be kept here.
  }
}

export function dropDraft(linkId: string | undefined): void {
  try {
    localStorage.removeItem(keyOf(linkId));
  } catch {
    // Nothing was kept.
  }
}
