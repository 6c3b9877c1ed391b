/** Says at a start which links visitors do not reach: a setting may reserve the slug of a link that is there. */
import type { Context } from '../api/context.ts';
import { reservedOnDefault } from '../redirect/reserved.ts';
import { listLinksAt } from './core/slug-queries.ts';

/** Never keeps a process from starting. */
export async function tellOfHiddenLinks({ config, db, log }: Pick<Context, 'config' | 'db' | 'log'>): Promise<void> {
  try {
    const hidden = await listLinksAt(db, reservedOnDefault(config));
    if (hidden.length > 0) log.warn({ hidden }, 'visitors do not reach these links: give each another slug');
  } catch (err) {
    log.warn({ err }, 'links with reserved slugs could not be looked for');
  }
}
