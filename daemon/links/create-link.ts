/** Making a link from a validated input: its domain, its slug, its row. */
import { domainToASCII } from 'node:url';
import { duplicateKey, inTransaction } from '../../shared/db.ts';
import { hashPassword } from '../accounts/passwords.ts';
import type { Auth } from '../accounts/queries.ts';
import type { Context } from '../context.ts';
import { invalid, slugTaken } from '../errors.ts';
import { newId, newSlug } from '../ids.ts';
import { isReserved } from '../redirect/reserved.ts';
import { findVerifiedDomain, insertLink, type LinkRow } from './queries.ts';
import type { LinkInput } from './schema.ts';

/** How often a random slug is drawn again; 31^7 slugs make even a second draw rare. */
const slugTries = 8;

/** @throws `validation_failed` for a domain or slug that cannot be had, `slug_taken`. */
export async function createLink(context: Context, auth: Auth, input: LinkInput, now: Date): Promise<LinkRow> {
  const domain = await resolveDomain(context, auth, input.domain);
  if (input.slug !== undefined && isReserved(domain.id, input.slug)) {
    throw invalid({ field: 'slug', message: 'is reserved' });
  }
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password);
  for (let attempt = 1; ; attempt++) {
    const slug = input.slug ?? newSlug();
    const link = { ...toRow(auth, input, now), domain_id: domain.id, slug, password_hash: passwordHash };
    const tags = [...new Set(input.tags)];
    try {
      const id = await inTransaction(context.db, (trx) => insertLink(trx, link, tags));
      context.announceChanges();
      return { ...link, id, archived: false, banned: false, updated_at: now, hostname: domain.hostname, tags };
    } catch (error) {
      if (duplicateKey(error) !== 'links_domain_slug') throw error;
      if (input.slug !== undefined || attempt === slugTries) throw slugTaken(slug);
    }
  }
}

async function resolveDomain({ db, config }: Context, auth: Auth, asked: string | undefined) {
  const onDefault = { id: 0, hostname: null };
  if (asked === undefined || asked.toLowerCase() === config.defaultShortDomain.toLowerCase()) return onDefault;
  const domain = await findVerifiedDomain(db, auth.workspaceId, domainToASCII(asked));
  if (!domain) throw invalid({ field: 'domain', message: 'must be a verified custom domain of this workspace' });
  return domain;
}

const toRow = (auth: Auth, input: LinkInput, now: Date) => ({
  public_id: newId('lnk'),
  workspace_id: auth.workspaceId,
  url: input.url,
  title: input.title ?? null,
  expires_at: input.expiresAt === undefined ? null : new Date(input.expiresAt),
  expired_url: input.expiredUrl ?? null,
  redirect_type: input.redirectType ?? 302,
  ios_url: input.iosUrl ?? null,
  android_url: input.androidUrl ?? null,
  geo: input.geo === undefined ? null : JSON.stringify(input.geo),
  utm: input.utm === undefined ? null : JSON.stringify(input.utm),
  created_at: now,
});
