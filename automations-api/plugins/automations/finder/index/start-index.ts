/** The start and regular rebuild of the contact index. One process also trims its feed. */
import { repeat } from '../../../../../shared/jobs/repeat.ts';
import type { PluginApi } from '../../../../host/plugin.ts';
import type { AutomationsTables } from '../../core/tables.ts';
import { FollowedIndex } from './followed-index.ts';
import type { ReadValues } from './load.ts';
import { contactFeed } from './queries.ts';

/** The time between two rebuilds. A rebuild finds changes by programs that do not write to the feed. */
const rebuildEveryMs = 3_600_000;
const trimEveryMs = 600_000;
/** The hours for which changes are kept. An index that is further behind is rebuilt. */
const feedHours = 1;
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
    news: watch('contacts', "SELECT CONCAT('to ', MAX(id)) FROM {prefix}automations_contact_changes"),
  });
  void index.load();
  const rebuilding = repeat(log, 'rebuild the contact index', rebuildEveryMs, { work: () => index.load() });
  schedule({
    name: 'trim-contact-changes',
    everyMs: trimEveryMs,
    async run() {
      while ((await contactFeed.prune(db, feedHours, trimmedAtOnce)) === trimmedAtOnce);
    },
  });
  onStop(async () => {
    await Promise.all([index.stop(), rebuilding.stop()]);
  });
  return index;
}
