/** The actions of `waypost links safety …`. */
import type { Config } from '../../shared/config/config.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { shortUrlOf } from '../../shared/link-clicks/short-url.ts';
import type { Db } from '../core/tables.ts';
import { domainOf, type LinkSettings } from '../links/core/link.ts';
import { findWorkspace } from '../workspaces/queries.ts';
import { commandLine, unflagByHand } from './core/actions.ts';
import { listFlagged, listOpenReviews } from './core/review-queries.ts';
import { type Decision, decideReview } from './decide-review.ts';
import { toSource } from './lists/download.ts';
import { toExpression } from './lists/formats.ts';
import { listLists } from './lists/queries.ts';
import { refreshList } from './lists/refresh.ts';
import { listRules, putRule, removeRule, type Verdict } from './lists/rule-queries.ts';

const reviewsShown = 200;

/** Adds or removes a rule for a host and everything on it, or for a URL and everything below it. */
export async function setRule(db: Db, verdict: Verdict, text: string, remove: boolean) {
  const entry = toExpression(text);
  if (entry === undefined) throw new Error(`${text} is neither a host nor an http or https URL`);
  const now = new Date();
  if (!remove) await putRule(db, verdict, entry, now);
  else if (!(await removeRule(db, verdict, entry, now))) throw new Error(`${entry} is not on the ${verdict} list`);
  return { entry, verdict, removed: remove };
}

/** Shows the threat lists and the operator's list. */
export async function showLists(db: Db) {
  const [lists, rules] = await Promise.all([listLists(db), listRules(db)]);
  const withVerdict = (verdict: Verdict) =>
    rules.filter((rule) => rule.verdict === verdict).map(({ expression }) => expression);
  return {
    allow: withVerdict('allow'),
    block: withVerdict('block'),
    lists: lists
      .filter(({ checksum, last_error }) => checksum !== null || last_error !== null)
      .map(({ name, source, entries, checked_at, changed_at, last_error }) => ({
        name,
        source,
        entries,
        checkedAt: checked_at?.toISOString() ?? null,
        changedAt: changed_at?.toISOString() ?? null,
        error: last_error,
      })),
  };
}

export async function refreshLists(db: Db, { safety }: Config, force: boolean) {
  const lists = [];
  for (const source of safety.lists.map(toSource)) {
    const refreshed = await refreshList(db, source, { limit: safety.listMegabytes * 2 ** 20, force }, new Date());
    lists.push({ name: source.name, ...refreshed });
  }
  return { lists };
}

export async function showReviews(db: Db, config: Config) {
  const reviews = await listOpenReviews(db, reviewsShown);
  return {
    reviews: reviews.map(({ hostname, slug, createdAt, urgency: _, status: __, answer: ___, ...review }) => ({
      ...review,
      shortUrl: shortUrlOf(config, domainOf(config, { hostname }), slug),
      createdAt: createdAt.toISOString(),
    })),
  };
}

export async function decide(db: Db, config: LinkSettings, id: string, decision: Decision) {
  const decided = /^\d{1,15}$/.test(id)
    ? await decideReview(db, config, Number(id), { decision, by: commandLine, now: new Date() })
    : undefined;
  if (decided === undefined || decided === 'decided') throw new Error(`there is no open review ${id}`);
  const { linkId, banned } = decided;
  return { id: Number(id), status: decision, linkId, ...(banned ? { banned } : {}) };
}

export async function showFlagged(db: Db) {
  const workspaces = await listFlagged(db);
  return {
    workspaces: workspaces.map(({ since, flaggedAt, ...workspace }) => ({
      ...workspace,
      since: since.toISOString(),
      flaggedAt: flaggedAt?.toISOString() ?? null,
    })),
  };
}

export async function unflag(db: Db, publicId: string) {
  const workspace = await findWorkspace(db, publicId);
  if (!workspace) throw new Error(`there is no workspace ${publicId}`);
  await inTransaction(db, (trx) => unflagByHand(trx, workspace, commandLine, new Date()));
  return { id: publicId, flagged: false };
}
