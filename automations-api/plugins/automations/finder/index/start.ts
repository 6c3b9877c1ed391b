/**
 * Starts the contact index with the plugin. Beside it go on: following, making it again, and the trimming of its feed, which one
 * process does for all.
 */
import { repeat } from '../../../../../shared/jobs/repeat.ts';
import type { PluginApi } from '../../../../host/plugin.ts';
import type { AutomationsTables } from '../../core/tables.ts';
import { FollowedIndex } from './followed-index.ts';
import type { ReadValues } from './load.ts';
import { contactFeed } from './queries.ts';

const followEveryMs = 1_000;
/** Full reload, to pick up changes by other programs, which write no feed. */
const anewEveryMs = 3_600_000;
const trimEveryMs = 600_000;
/** An index that is further behind is rebuilt. */
const keptHours = 1;
const trimmedAtOnce = 5_000;

export function startContactIndex(
  { db, config, log, onStop, schedule, watch }: PluginApi<AutomationsTables>,
  readValues: ReadValues,
): FollowedIndex {
  const index = new FollowedIndex({
    db,
    log,
    readValues,
    gapSeconds: config.feedGapSeconds,
    megabytes: config.contactsIndexMegabytes,
  });
  void index.load();
  // Ids that others overtook are read before each answer, too.
  const news = watch('contacts', "SELECT CONCAT('to ', MAX(id)) FROM {prefix}automations_contact_changes");
  const followed = [
    repeat(log, 'follow the changes of contacts', followEveryMs, () => index.follow(), news),
    repeat(log, 'index contacts anew', anewEveryMs, () => index.load()),
  ];
  schedule({
    name: 'trim-contact-changes',
    everyMs: trimEveryMs,
    async run() {
      while ((await contactFeed.prune(db, keptHours, trimmedAtOnce)) === trimmedAtOnce);
    },
  });
  onStop(async () => {
    await index.stop();
    await Promise.all(followed.map(({ stop }) => stop()));
  });
  return index;
}
