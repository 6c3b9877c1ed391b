/**
 * Drafts, built from links' validated inputs. Checks that depend on the workspace come first, then the plan. A
 * password is hashed later, after all cheap checks.
 */
import { domainToASCII } from 'node:url';
import type { Config } from '../../../shared/config/config.ts';
import { newId } from '../../../shared/db/public-ids.ts';
import type { Context } from '../../api/context.ts';
import { invalid } from '../../api/errors.ts';
import type { Auth } from '../../identity/auth.ts';
import { isReserved } from '../../redirect/reserved.ts';
import { columnsOf, destinationsOf, unsetColumns } from '../core/fields.ts';
import { checkGates } from '../core/plan-gates.ts';
import { findVerifiedDomain } from '../core/queries.ts';
import { settleRules } from '../core/rules.ts';
import { type LinkInput, toTagName } from '../core/schema.ts';
import { checkWindow } from '../core/working-time.ts';
import type { Draft } from './create-links.ts';

/** A draft whose password is not hashed yet. */
export type OpenDraft = Draft & { password?: string };

/** Values of a link that existed elsewhere before. */
export type Imported = Pick<OpenDraft, 'created_at' | 'archived'>;

/** The domain of a draft. Id 0 is the default domain. */
export type Domain = { id: number; hostname: string | null };

/**
 * Builds a draft. `deadline` is for the safety check of its destinations; by default it is short. @throws
 * `validation_failed` for an unavailable domain or slug, `unsafe_url`, `feature_not_in_plan`
 */
export async function draftLink(context: Context, auth: Auth, body: LinkInput, deadline?: number): Promise<OpenDraft> {
  return draftOn(context, auth, await resolveDomain(context, auth, body.domain ?? undefined), { body, deadline });
}

/** Builds a draft on a known domain. */
export async function draftOn(
  context: Pick<Context, 'config' | 'safety'>,
  auth: Pick<Auth, 'plan' | 'workspaceId' | 'creator'>,
  domain: Domain,
  { body, deadline, imported }: { body: LinkInput; deadline?: number; imported?: Imported },
): Promise<OpenDraft> {
  const input = settleRules(withoutNulls(body));
  checkSlug(context.config, domain.id, input.slug);
  checkWindow(input);
  await context.safety.check(destinationsOf(input), deadline);
  checkGates(auth.plan, input);
  return {
    public_id: newId('lnk'),
    workspace_id: auth.workspaceId,
    domain_id: domain.id,
    hostname: domain.hostname,
    ...imported,
    ...(input.slug === undefined ? {} : { slug: input.slug }),
    ...unsetColumns,
    ...columnsOf(input),
    password_hash: null,
    created_by: auth.creator.id,
    creator_name: auth.creator.name,
    ...(input.password === undefined ? {} : { password: input.password }),
    tags: [...new Set(input.tags?.map(toTagName))],
  };
}

type WithoutNulls<T> = { [name in keyof T]: Exclude<T[name], null> };

export const withoutNulls = <T extends object>(input: T) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as WithoutNulls<T>;

/** @throws `validation_failed` if Waypost itself answers at this slug */
export function checkSlug(config: Config, domainId: number, slug: string | undefined): void {
  if (slug !== undefined && isReserved(config, domainId, slug))
    throw invalid({ field: 'slug', message: 'is reserved' });
}

export const isDefaultDomain = (config: Config, name: string) =>
  name.toLowerCase() === config.defaultShortDomain.toLowerCase();

/** Finds the requested domain of a new link. @throws `validation_failed` */
export async function resolveDomain(
  { db, config }: Pick<Context, 'db' | 'config'>,
  auth: Pick<Auth, 'workspaceId'>,
  name: string | undefined,
): Promise<Domain> {
  if (name === undefined || isDefaultDomain(config, name)) return { id: 0, hostname: null };
  const domain = await findVerifiedDomain(db, auth.workspaceId, domainToASCII(name));
  if (!domain) throw invalid({ field: 'domain', message: 'must be a verified custom domain of this workspace' });
  return domain;
}
