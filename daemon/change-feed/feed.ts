/** The link service's change feed. `changes.ts` writes it. */
// biome-ignore-all lint/plugin: the change feed is read with handwritten SQL.
import { FeedTable } from '../../shared/change-feed/feed-table.ts';
import type { FeedFollower } from '../../shared/change-feed/follow.ts';
import type { Db } from '../core/tables.ts';
import { type Change, type ChangeRow, toChange } from './changes.ts';

export const linkFeed = new FeedTable('link_changes', ['kind', 'domain_id', 'slug', 'subject_id'], (row: ChangeRow) =>
  toChange(row),
);

export type LinkFeedFollower = FeedFollower<Change>;

/** Returns the id that this database got when it was created. */
export async function getInstallation(db: Db): Promise<string> {
  return (await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id;
}
