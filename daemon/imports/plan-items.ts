/** The plan of an import: its action for each item, given the current links. Planning writes nothing. */
import { RowFault } from '../../shared/import/format.ts';
import type { Outcome } from '../../shared/import/target.ts';
import { compile } from '../../shared/validate.ts';
import { invalid, isApiError } from '../api/errors.ts';
import { textOfKey } from '../change-feed/changes.ts';
import { destinationsOf } from '../links/core/fields.ts';
import type { LinkRow } from '../links/core/queries.ts';
import { LinkInput, type LinkPatch } from '../links/core/schema.ts';
import { heldSince, listTakenSlugs } from '../links/core/slug-queries.ts';
import { type Domain, draftOn, type Imported, type OpenDraft } from '../links/create/draft.ts';
import { matches, toPatch } from '../links/put-link.ts';
import { type Changer, preparePatch } from '../links/update-link.ts';
import type { LinkItem } from './core/item.ts';
import { sentenceOf } from './core/labels.ts';
import { freeSlugs } from './free-slugs.ts';
import type { ImportContext, OnTaken } from './import-context.ts';
import { listOwnLinksAt } from './link-queries.ts';
import type { Acting } from './permission-queries.ts';
import { type Capture, captureOld } from './undo-links.ts';

type Changing = {
  kind: 'change';
  link: LinkRow;
  write: Awaited<ReturnType<typeof preparePatch>>;
  capture: Capture;
  why: string;
};
export type Plan = { kind: 'create'; draft: OpenDraft } | Changing | { kind: 'skip' | 'refuse'; why: string };

type CheckedItem = { input: LinkInput; domain: Domain; createdAt?: string | undefined; archived?: boolean | undefined };
type Options = { onTaken: OnTaken; domainOf: (host: string | null | undefined) => Promise<Domain> };

const sameLink = 'The link already exists, with the same destination.';
/** The reason for skipping a row whose slug already redirects to another destination in the workspace. */
export const otherLink = 'The slug already exists, with another destination.';

const check = compile(LinkInput);
const never = new AbortController().signal;

export async function planItems(
  context: ImportContext,
  who: Acting,
  items: LinkItem[],
  { onTaken, domainOf }: Options,
): Promise<Plan[]> {
  const checked = await Promise.all(items.map((item) => orRefusal(() => checkItem(item, domainOf))));
  const valid = checked.filter((each): each is CheckedItem => !('kind' in each));
  const keys = valid.flatMap(({ input: { slug }, domain }) => (slug ? [{ domainId: domain.id, slug }] : []));
  const wanted = keys.map((key) => ({ workspaceId: who.workspaceId, ...key }));
  const taken = await listTakenSlugs(context.db, wanted, heldSince(context.config, new Date()));
  const isTaken = ({ input: { slug }, domain }: CheckedItem) =>
    slug ? taken.faultOf({ workspaceId: who.workspaceId, domainId: domain.id, slug }) : undefined;
  const conflicting = valid.filter(isTaken);
  const own = await listOwnLinksAt(context.db, who.workspaceId, conflicting.map(keyOf));
  const suffixed =
    onTaken === 'suffix' ? await freeSlugs(context, who.workspaceId, conflicting.map(keyOf), wanted) : undefined;
  const deadline = context.safety.prepare(valid.map(({ input }) => destinationsOf(input)));

  const create = async (one: CheckedItem): Promise<Plan> => ({
    kind: 'create',
    draft: await draft(context, who, one, deadline),
  });
  const planOne = async (one: CheckedItem): Promise<Plan> => {
    const fault = isTaken(one);
    if (!fault) return create(one);
    const key = keyOf(one);
    const free = suffixed?.get(textOfKey(key));
    if (free) return create({ ...one, input: { ...one.input, slug: free } });
    const link = own.get(textOfKey(key));
    if (!link || onTaken === 'suffix')
      return { kind: 'refuse', why: sentenceOf({ ...fault, message: fault.message.replace(` ${key.slug}`, '') }) };
    if (onTaken === 'skip') return { kind: 'skip', why: matches(link, { url: one.input.url }) ? sameLink : otherLink };
    return change(context, who, link, one);
  };
  const plans: Plan[] = [];
  for (const one of checked) plans.push('kind' in one ? one : await orRefusal(() => planOne(one)));
  return plans;
}

const keyOf = ({ input: { slug }, domain }: CheckedItem) => ({ domainId: domain.id, slug: slug ?? '' });

async function checkItem(
  { createdAt, archived, domain: host, ...input }: LinkItem,
  domainOf: Options['domainOf'],
): Promise<CheckedItem> {
  const checked = check(input, false);
  if (!checked.ok) throw invalid(...(checked.issues as [(typeof checked.issues)[0]]));
  return { input: checked.value, domain: await domainOf(host), createdAt, archived };
}

async function draft(context: ImportContext, who: Acting, one: CheckedItem, deadline: number): Promise<OpenDraft> {
  const imported: Imported = {};
  if (one.createdAt !== undefined) imported.created_at = new Date(Math.min(Date.parse(one.createdAt), Date.now()));
  if (one.archived !== undefined) imported.archived = one.archived;
  return draftOn(context, who, one.domain, { body: one.input, deadline, imported });
}

async function change(context: ImportContext, who: Changer, link: LinkRow, one: CheckedItem): Promise<Plan> {
  const { slug: _slug, domain: _domain, ...body } = one.input;
  const patch: LinkPatch = { ...toPatch(body), ...(one.archived === undefined ? {} : { archived: one.archived }) };
  if (matches(link, patch)) return { kind: 'skip', why: 'The link already matches the file.' };
  const { capture, keep } = captureOld(patch);
  const write = await preparePatch(context, who, { link, patch, signal: never, now: new Date(), requireVersion: keep });
  return { kind: 'change', link, write, capture, why: 'The link with this slug gets the values of the file.' };
}

export function plannedOutcome(plan: Plan): Outcome {
  if (plan.kind === 'create') return { fate: 'created', isNew: true };
  if (plan.kind === 'change') return { fate: 'changed', why: plan.why };
  return { fate: plan.kind === 'skip' ? 'skipped' : 'failed', why: plan.why };
}

async function orRefusal<T>(work: () => Promise<T>): Promise<T | { kind: 'refuse'; why: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RowFault) return { kind: 'refuse', why: error.message };
    if (isApiError(error) && error.code !== 'unavailable') return { kind: 'refuse', why: sentenceOf(error) };
    throw error;
  }
}
