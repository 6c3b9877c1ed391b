/** Checks of a link's start and end times. */
import { invalid } from '../../api/errors.ts';
import { answersOf } from './fields.ts';
import type { LinkRow } from './queries.ts';
import type { LinkPatch } from './schema.ts';

type Window = { startsAt?: string | null | undefined; expiresAt?: string | null | undefined };

/** @throws `validation_failed` if the link would never work */
export function checkWindow({ startsAt, expiresAt }: Window, field: keyof Window = 'startsAt'): void {
  if (!startsAt || !expiresAt || Date.parse(startsAt) < Date.parse(expiresAt)) return;
  throw invalid({ field, message: field === 'startsAt' ? 'must be before expiresAt' : 'must be after startsAt' });
}

/** Checks a change of a link's start or end. */
export function checkChangedWindow(link: LinkRow, { startsAt, expiresAt }: LinkPatch): void {
  if (startsAt === undefined && expiresAt === undefined) return;
  const present = answersOf(link);
  const window = {
    startsAt: startsAt === undefined ? present.startsAt : startsAt,
    expiresAt: expiresAt === undefined ? present.expiresAt : expiresAt,
  };
  checkWindow(window, startsAt ? 'startsAt' : 'expiresAt');
}
