/**
 * The report at startup of links that visitors cannot reach, because a setting can reserve the slug of an existing
 * link.
 */
import type { Context } from '../api/context.ts';
import { reservedOnDefault } from '../redirect/reserved.ts';
import { listLinksAt } from './core/slug-queries.ts';

/** Logs hidden links. Never fails. */
export async function reportHiddenLinks({ config, db, log }: Pick<Context, 'config' | 'db' | 'log'>): Promise<void> {
  try {
    const hidden = await listLinksAt(db, reservedOnDefault(config));
    if (hidden.length > 0) log.warn({ hidden }, 'visitors cannot reach these links: change their slugs');
  } catch (err) {
    log.warn({ err }, 'could not search for links with reserved slugs');
  }
}
