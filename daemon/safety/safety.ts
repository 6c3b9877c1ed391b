/** The check of destinations when links are created and changed. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../../shared/config/config.ts';
import type { Destination, Safety } from '../api/context.ts';
import { unsafeUrl } from '../api/errors.ts';
import type { Hosts } from '../redirect/map/hosts.ts';
import { type CheckRules, checkDestination, type Finding, isAllowed } from './core/check.ts';
import { urlsToCheck } from './core/destinations.ts';
import { createLookAlikes } from './core/look-alikes.ts';
import { reasonText } from './core/reason-text.ts';
import type { ThreatLists } from './lists/threat-lists.ts';
import { createOwnHosts } from './own-hosts.ts';
import { configuredProviders } from './providers/configured.ts';

/** The maximum time that creating a link waits for providers. */
const budgetMs = 300;
/** Maximum number of a link's URLs about which providers are queried. The scan checks the rest. */
const queriedAtMost = 10;
/**
 * Number of checks per turn of the event loop. This number takes only a few milliseconds, so that redirects are not
 * delayed.
 */
const checksPerTurn = 64;

type Settings = Pick<
  Config,
  'allowPrivateDestinations' | 'baseUrl' | 'defaultShortDomain' | 'safety' | 'webRisk' | 'spamhaus'
>;

export const createRules = (config: Settings, hosts: Hosts, lists: Pick<ThreatLists, 'find'>): CheckRules => ({
  allowPrivate: config.allowPrivateDestinations,
  isOwn: createOwnHosts(config, hosts),
  findListed: lists.find,
  lookAlike: createLookAlikes(config.safety.brands),
});

export type SafetyParts = {
  config: Settings;
  hosts: Hosts;
  lists: Pick<ThreatLists, 'find'>;
};

export function createSafety({ config, hosts, lists }: SafetyParts): Safety {
  const rules = createRules(config, hosts, lists);
  const providers = configuredProviders(config);
  const isHigh = (finding: Finding | undefined): finding is Finding => finding?.confidence === 'high';

  async function queryProviders({ field, url }: Destination, deadline: number): Promise<void> {
    const parsed = new URL(url);
    if (isAllowed(parsed, rules)) return;
    const { finding } = await providers.ask(parsed, deadline);
    if (isHigh(finding)) throw unsafeUrl(field, finding.reason, reasonText(finding.reason));
  }

  return {
    async check(destinations, deadline = Date.now() + budgetMs) {
      const urls = urlsToCheck(destinations);
      for (const [index, { field, url }] of urls.entries()) {
        if (index % checksPerTurn === checksPerTurn - 1) await nextTurn();
        const finding = checkDestination(url, rules);
        if (isHigh(finding)) throw unsafeUrl(field, finding.reason, reasonText(finding.reason));
      }
      if (providers.count > 0)
        await Promise.all(urls.slice(0, queriedAtMost).map((url) => queryProviders(url, deadline)));
    },
    prepare(bodies) {
      const deadline = Date.now() + budgetMs;
      if (providers.count === 0) return deadline;
      for (const { url } of bodies.flatMap((destinations) => urlsToCheck(destinations).slice(0, queriedAtMost))) {
        if (checkDestination(url, rules) === undefined) void providers.ask(new URL(url), deadline);
      }
      return deadline;
    },
  };
}
