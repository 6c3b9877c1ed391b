/** Merges of tags or lists. Segments and rules are updated at once; contacts follow in parts. */
import { inTransaction } from '../../../../shared/db/db.ts';
import type { Caller } from '../../../host/core/route.ts';
import { writeAudit } from '../audit/write.ts';
import { readConsentSettings } from '../consent/settings.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { notFound, unprocessable } from '../core/errors.ts';
import { system } from '../core/events.ts';
import { aboutTerms } from './core/audited.ts';
import type { Term, TermKind } from './core/queries.ts';
import type { Replacement } from './in-filter.ts';
import { replaceInPlugins } from './list-references.ts';
import { insertTermMerge, lockTermsOf } from './merge-queries.ts';
import { findJobsUsing, renameReferences } from './rename-references.ts';

export type MergedTerms = { kept: Term; merged: Term[] };

/** Merges terms. @throws data_not_found, or unprocessable_entity with the reason why they cannot be merged */
export async function mergeTerms(
  context: Context,
  by: Caller = system,
  { type, one }: TermKind,
  { from, into }: { from: number[]; into: number },
): Promise<MergedTerms> {
  const replacement = { type, from: [...new Set(from)], into };
  if (replacement.from.includes(into)) throw unprocessable(`into must not be one of the ${one}s in from`);
  const { public_lists: open } = await readConsentSettings(context.options);
  return inTransaction(context.db, async (trx) => {
    const found = await lockTermsOf(trx, type, [...replacement.from, into]);
    if (found.length <= replacement.from.length) throw notFound(one);
    const kept = found.find(({ id }) => id === into) as Term;
    const merged = found.filter((term) => term !== kept);
    checkPublicLists(open, replacement);
    const jobs = await findJobsUsing(trx, replacement);
    if (jobs.length > 0) throw unprocessable(`${jobs.join(', ')} still uses one of these. Wait, or cancel it.`);
    await renameReferences(trx, replacement);
    await replaceInPlugins(context, trx, { ...replacement, type: one });
    const now = presentSecond();
    for (const term of merged) await insertTermMerge(trx, { term, intoId: into, by }, now);
    await writeAudit(trx, by, `${one}.merged`, aboutTerms(merged, { into, into_name: kept.name }));
    return { kept, merged };
  });
}

/**
 * @throws unprocessable_entity if a list that contacts can choose would be merged into a list that they cannot choose
 */
function checkPublicLists(open: number[], { from, into }: Replacement): void {
  const merged = open.filter((id) => from.includes(id));
  if (merged.length === 0 || open.includes(into)) return;
  throw unprocessable(`The consent settings offer list ${merged.join(', ')} to contacts, but not list ${into}.`);
}
