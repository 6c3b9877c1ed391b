/**
 * The availability of a slug, checked in one query by the rules of creation, and similar slugs. Nothing is reserved.
 */
import { slugPattern } from '../../shared/limits-of-fields.ts';
import { trimEndOf } from '../../shared/trim.ts';
import type { Context } from '../api/context.ts';
import type { Auth } from '../identity/auth.ts';
import { isReserved } from '../redirect/reserved.ts';
import type { SlugAvailability, SlugQuery } from './core/schema.ts';
import { heldSince, listTakenSlugs } from './core/slug-queries.ts';
import { resolveDomain } from './create/draft.ts';

const isSlug = (text: string) => new RegExp(slugPattern).test(text);
const longest = 64;
/** Suffixes of suggested slugs, such as `launch-2` to `launch-9`. */
const suffixes = ['', ...Array.from({ length: 8 }, (_, index) => `-${index + 2}`)];

/** @throws `validation_failed` for a domain that new links cannot use */
export async function findAvailability(
  { db, config }: Pick<Context, 'db' | 'config'>,
  auth: Auth,
  { slug, domain }: SlugQuery,
): Promise<SlugAvailability> {
  const { id: domainId } = await resolveDomain({ db, config }, auth, domain);
  const toWanted = (each: string) => ({ workspaceId: auth.workspaceId, domainId, slug: each });
  const alike = alternativesOf(slug).filter((each) => !isReserved(config, domainId, each));
  const candidates = [...(isSlug(slug) ? [slug] : []), ...alike];
  const taken = await listTakenSlugs(db, candidates.map(toWanted), heldSince(config, new Date()));
  const reason = (): SlugAvailability['reason'] => {
    if (!isSlug(slug)) return 'invalid';
    if (isReserved(config, domainId, slug)) return 'reserved';
    const fault = taken.faultOf(toWanted(slug));
    if (!fault) return undefined;
    return (fault.details as { reason?: 'quarantined' }).reason ?? 'taken';
  };
  const fault = reason();
  if (!fault) return { available: true };
  const suggestion = alike.find((each) => !taken.faultOf(toWanted(each)));
  return { available: false, reason: fault, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** Returns slugs similar to a text, without accents and invalid characters. */
export function alternativesOf(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '');
  const base = trimEndOf(words, '-');
  if (base === '') return [];
  return suffixes.map((suffix) => base.slice(0, longest - suffix.length) + suffix).filter((each) => each !== text);
}
