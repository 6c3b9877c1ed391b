/**
 * The creation of links from validated inputs, many in one transaction: the allowance, the slugs, the rows, their
 * tags and the change feed. Each link has its own outcome, which takes earlier links of the same call into account.
 */
import { customAlphabet } from 'nanoid';
import { duplicateKey, inTransaction } from '../../../shared/db/db.ts';
import { lastOf } from '../../../shared/elements.ts';
import type { ApiError } from '../../../shared/errors.ts';
import type { Actor } from '../../../shared/people/actor.ts';
import type { AuditEntry } from '../../../shared/people/audit-entry.ts';
import { externalIdTaken, planLimitReached, slugTaken, workspaceDeleted } from '../../api/errors.ts';
import { manyEntries, recordAudit } from '../../audit-log/record.ts';
import { recordLinkChanges, type SlugKey } from '../../change-feed/changes.ts';
import type { Db, Trx } from '../../core/tables.ts';
import { type RecordRow, selectInserted, toRecordRow } from '../../redirect/map/rows.ts';
import { listTakenExternalIds, type TakenExternalIds } from '../core/external-id-queries.ts';
import { insertLinks, type LinkRow, type NewLink } from '../core/queries.ts';
import {
  type HeldSince,
  isHeldByAnother,
  listTakenSlugs,
  type TakenSlugs,
  type WantedSlug,
} from '../core/slug-queries.ts';
import { attachTags } from '../core/tag-queries.ts';
import { addLateLinks } from '../search/older-link-queries.ts';
import { chargeAllowance } from './allowance.ts';

/** Returns a random slug of 7 characters that are easy to distinguish. */
const newSlug = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 7);

/** A link to create. Without a slug it gets a random one. An imported link has its original creation time. */
export type Draft = Omit<NewLink, 'slug' | 'created_by' | 'created_at'> & {
  slug?: string;
  created_by?: string;
  /** The name of the creator. */
  creator_name?: string;
  created_at?: Date;
  archived?: boolean;
  hostname: string | null;
  tags: string[];
};

/** One caller's links, created in one transaction. */
export type CreateJob = {
  workspaceId: number;
  /** The plan's number of new links a month. */
  limit: number;
  drafts: Draft[];
  /** The user in the audit log. Without one, the caller writes its own entry. */
  actor?: Actor | undefined;
  /** The details of its entry. */
  details?: AuditEntry['details'];
  now: Date;
  /** Runs last in the transaction that creates the links. */
  beforeCommit: (trx: Trx, outcomes: Outcome[]) => Promise<void>;
};

export type Outcome = { row: LinkRow } | { error: ApiError };

/** Maximum number of attempts of a transaction if a slug or external id is taken in the meantime. */
const tries = 8;
const ownKeys = ['links_domain_slug', 'links_external_id'];

/** Thrown if a slug is still reserved for another workspace. */
class SlugHeld extends Error {}

export type SlugRules = {
  /** Slugs freed since then are reserved for their previous workspace. */
  since: HeldSince;
  /** Returns a random slug. */
  draw?: () => string;
  /** Called after the commit with the links that now redirect. */
  announce?: (created: RecordRow[]) => void;
};

/** Returns an outcome for each draft of each job, in order. */
export async function createLinks(db: Db, jobs: CreateJob[], rules: SlugRules): Promise<Outcome[][]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { outcomes, created } = await inTransaction(db, (trx) =>
        createIn(trx, jobs, { draw: newSlug, ...rules }, attempt > 1),
      );
      if (created.length > 0) rules.announce?.(created);
      return outcomes;
    } catch (error) {
      const isTaken = error instanceof SlugHeld || ownKeys.includes(duplicateKey(error) ?? '');
      if (!isTaken || attempt === tries) throw error;
    }
  }
}

type Taken = { slugs: TakenSlugs; ids: TakenExternalIds };

type Planned = { draft: Draft; slug: string; now: Date; outcome?: Outcome };

/** Creates the links of jobs. Checks random slugs, too, if `checksAll` is set, which it is after a taken slug. */
async function createIn(
  trx: Trx,
  jobs: CreateJob[],
  { since, draw }: SlugRules & { draw: () => string },
  checksAll: boolean,
): Promise<{ outcomes: Outcome[][]; created: RecordRow[] }> {
  const plans = jobs.map(({ drafts, now }) =>
    drafts.map((draft): Planned => ({ draft, slug: draft.slug ?? draw(), now })),
  );
  const planned = plans.flat();
  const checked = planned.filter(({ draft }) => checksAll || draft.slug !== undefined);
  const taken: Taken = {
    slugs: await listTakenSlugs(trx, checked.map(toWanted), since),
    ids: await listTakenExternalIds(
      trx,
      planned.map(({ draft }) => draft),
    ),
  };
  const sealed = await decideAll(trx, jobs, plans, { taken, draw });
  const outcomes = plans.map((planned) => planned.map(({ outcome }) => outcome as Outcome));
  const rows = rowsIn(outcomes.flat());
  const created = rows.length > 0 ? await insertWithTags(trx, rows, since) : [];
  await searchLate(trx, sealed, rows, created);
  for (const [index, job] of jobs.entries()) await job.beforeCommit(trx, outcomes[index] as Outcome[]);
  if (rows.length === 0) return { outcomes, created: [] };
  await recordAudit(trx, auditEntries(jobs, outcomes), new Date());
  await recordLinkChanges(trx, rows.map(toKey));
  return { outcomes, created };
}

/** Returns the rows of created links. */
export const rowsIn = (outcomes: Outcome[]): LinkRow[] =>
  outcomes.flatMap((outcome) => ('row' in outcome ? [outcome.row] : []));

const auditEntries = (jobs: CreateJob[], outcomes: Outcome[][]) =>
  jobs.flatMap(({ workspaceId, actor, details }, index) => {
    const ids = rowsIn(outcomes[index] as Outcome[]).map((row) => row.public_id);
    return actor ? manyEntries({ workspaceId, actor, action: 'link.create', details }, ids) : [];
  });

/** The times up to which workspaces' search blocks are sealed, if links are older than that. */
type Sealed = ReadonlyMap<number, Date>;

/** Decides all outcomes, one workspace after another. All transactions lock workspaces in the order of their ids. */
async function decideAll(
  trx: Trx,
  jobs: CreateJob[],
  plans: Planned[][],
  parts: { taken: Taken; draw: () => string },
): Promise<Sealed> {
  const sealed = new Map<number, Date>();
  for (const workspaceId of [...new Set(jobs.map((job) => job.workspaceId))].sort((a, b) => a - b)) {
    const own = [...jobs.keys()].filter((index) => jobs[index]?.workspaceId === workspaceId);
    const planned = own.flatMap((index) => plans[index] as Planned[]);
    const sealedTo = await decide(trx, jobs[lastOf(own)] as CreateJob, planned, parts);
    if (sealedTo) sealed.set(workspaceId, sealedTo);
  }
  return sealed;
}

/** Adds links that are older than their workspace's sealed blocks to search. `created` has the records of `rows`. */
async function searchLate(trx: Trx, sealed: Sealed, rows: LinkRow[], created: RecordRow[]): Promise<void> {
  for (const [workspaceId, sealedTo] of sealed) {
    const late = rows.flatMap(({ created_at: createdAt, ...row }, index) =>
      row.workspace_id === workspaceId && createdAt <= sealedTo
        ? [{ ...row, createdAt, id: (created[index] as RecordRow).id }]
        : [],
    );
    await addLateLinks(trx, workspaceId, sealedTo, late);
  }
}

/**
 * Decides the outcome of each of a workspace's links, in order. An exhausted allowance takes precedence over a taken
 * slug. Only created links are charged, in one step, up to the limit of the last job. Returns `sealedTo` if links can
 * be older than that.
 */
async function decide(
  trx: Trx,
  job: CreateJob,
  planned: Planned[],
  { taken, draw }: { taken: Taken; draw: () => string },
): Promise<Date | undefined> {
  const free = new Set<Planned>();
  const claimed = new Set<string>();
  const isUsed = (plan: Planned) => claimed.has(keyOf(plan)) || taken.slugs.faultOf(toWanted(plan)) !== undefined;
  for (const plan of planned) {
    while (plan.draft.slug === undefined && isUsed(plan)) plan.slug = draw();
    const id = plan.draft.external_id?.toString('hex');
    if (isUsed(plan) || taken.ids.has(plan.draft) || (id && claimed.has(id))) continue;
    free.add(plan);
    claimed.add(keyOf(plan));
    if (id) claimed.add(id);
  }
  const from = oldest(planned.map(({ draft, now }) => draft.created_at ?? now));
  const charge = await chargeAllowance(trx, job.workspaceId, job.limit, { wanted: free.size, now: job.now, from });
  const { sealedTo } = charge;
  let { left } = charge;
  const earliest = sealedTo ? sealedTo.getTime() + 1 : 0;
  for (const plan of planned) {
    if (charge.isClosed) plan.outcome = { error: workspaceDeleted() };
    else if (left === 0) plan.outcome = { error: planLimitReached(job.limit) };
    else if (!free.has(plan)) plan.outcome = { error: faultOf(plan, taken) };
    else {
      left--;
      taken.slugs.add(toWanted(plan));
      taken.ids.add(plan.draft);
      plan.outcome = { row: toRow(plan, new Date(Math.max(plan.now.getTime(), earliest))) };
    }
  }
  return sealedTo;
}

const oldest = (times: Date[]) => new Date(Math.min(...times.map(Number)));

function faultOf(plan: Planned, { slugs, ids }: Taken): ApiError {
  const ofSlug = slugs.faultOf(toWanted(plan));
  return ofSlug ?? (ids.has(plan.draft) ? externalIdTaken() : slugTaken(plan.slug));
}

const toWanted = ({ draft, slug }: Planned): WantedSlug => ({
  workspaceId: draft.workspace_id,
  domainId: draft.domain_id,
  slug,
});
const nameOf = ({ domain_id, slug }: Pick<LinkRow, 'domain_id' | 'slug'>) => `${domain_id}/${slug}`;
const keyOf = ({ draft, slug }: Planned) => nameOf({ domain_id: draft.domain_id, slug });

/** Builds a row. The draft is spread last, because properties added after it cost thirty times as much. */
const toRow = ({ draft, slug }: Planned, now: Date): LinkRow => ({
  id: 0,
  archived: false,
  banned: false,
  uses: 0,
  created_by: null,
  created_at: now,
  updated_at: now,
  clicks: 0,
  last_click_at: null,
  ...draft,
  slug,
});

const toKey = ({ domain_id: domainId, slug }: Pick<LinkRow, 'domain_id' | 'slug'>): SlugKey => ({ domainId, slug });

/**
 * Inserts links with their tags. After that no other transaction can take or free their slugs, so the check for reserved
 * slugs is final. A check before writing could miss a deletion.
 */
async function insertWithTags(trx: Trx, rows: LinkRow[], since: HeldSince): Promise<RecordRow[]> {
  const firstId = await insertLinks(trx, rows);
  const stored = await selectInserted(trx, firstId, rows.length).select(isHeldByAnother(since).as('held')).execute();
  if (stored.some(({ held }) => Number(held) !== 0)) throw new SlugHeld();
  const added = new Map(stored.map((row) => [nameOf(row), row]));
  const records = rows.map((row) => toRecordRow(row, added.get(nameOf(row)) as (typeof stored)[number]));
  const tagged = [...rows.entries()].filter(([, { tags }]) => tags.length > 0);
  await attachTags(
    trx,
    tagged.map(([index, row]) => ({
      id: (records[index] as RecordRow).id,
      workspaceId: row.workspace_id,
      archived: row.archived,
      createdAt: row.created_at,
      title: row.title,
      tags: row.tags,
    })),
  );
  return records;
}
