/** Keeps unsafe destinations out when links are created and changed, in a redirect process. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../../shared/config/config.ts';
import type { Destination, Safety } from '../api/context.ts';
import { unsafeUrl } from '../api/errors.ts';
import type { Hosts } from '../redirect/map/hosts.ts';
import { type CheckRules, checkDestination, type Finding, isAllowed } from './core/check.ts';
import { addressesOf } from './core/destinations.ts';
import { createLookAlikes } from './core/look-alikes.ts';
import { reasonText } from './core/reason-text.ts';
import type { ThreatLists } from './lists/threat-lists.ts';
import { createOwnHosts } from './own-hosts.ts';
import { configuredProviders } from './providers/configured.ts';

/** The maximum time that creating a link waits for providers. */
const budgetMs = 300;
/** For a link with many countries, providers are asked about the rest by the scan. */
const askedAbout = 10;
/** Some milliseconds' work; then redirects have their turn. */
const checksATurn = 64;

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

  async function askAbout({ field, url }: Destination, deadline: number): Promise<void> {
    const asked = new URL(url);
    if (isAllowed(asked, rules)) return;
    const { finding } = await providers.ask(asked, deadline);
    if (isHigh(finding)) throw unsafeUrl(field, finding.reason, reasonText(finding.reason));
  }

  return {
    async check(given, deadline = Date.now() + budgetMs) {
      const destinations = addressesOf(given);
      for (const [index, { field, url }] of destinations.entries()) {
        if (index % checksATurn === checksATurn - 1) await nextTurn();
        const finding = checkDestination(url, rules);
        if (isHigh(finding)) throw unsafeUrl(field, finding.reason, reasonText(finding.reason));
      }
      if (providers.count > 0)
        await Promise.all(destinations.slice(0, askedAbout).map((one) => askAbout(one, deadline)));
    },
    prepare(all) {
      const deadline = Date.now() + budgetMs;
      if (providers.count === 0) return deadline;
      for (const { url } of all.flatMap((given) => addressesOf(given).slice(0, askedAbout))) {
        if (checkDestination(url, rules) === undefined) void providers.ask(new URL(url), deadline);
      }
      return deadline;
    },
  };
}
