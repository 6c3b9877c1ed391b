/** Checks of the settings: conflicts, and unknown names in the file. */

import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { compatSegments } from '../../config/compat-systems.ts';
import type { Config } from '../../config/config.ts';
import { isLocalUrl } from '../../config/local-url.ts';
import { elementOf } from '../../elements.ts';
import { evaluate, type Finding, failed, need, ok, type Rule, type Subject, warning } from '../core/finding.ts';
import { listSlugsIn } from './links-queries.ts';

/** Checks for settings that are valid separately but not together. */
export async function checkSettings({ config }: Subject): Promise<Finding | Finding[]> {
  return evaluate(rulesOf(config), 'no conflicts between settings');
}

function rulesOf(config: Config): Rule[] {
  const { baseUrl, siteUrl, defaultShortDomain, acmeDirectory, trustedProxies, mailFrom, smtpUrl } = config;
  const base = new URL(baseUrl);
  const isPublic = !isLocalUrl(baseUrl);
  const isTls = base.protocol === 'https:';
  return [
    [
      isPublic && isTls && acmeDirectory === '' && trustedProxies.length === 0,
      warning(
        'BASE_URL is https, but Waypost does not serve TLS and trusts no proxy: all visitors appear with the IP address of the proxy',
        'set TRUSTED_PROXIES to the IP addresses of the proxy, such as 127.0.0.1, or set ACME_DIRECTORY',
      ),
    ],
    [
      isPublic && !isTls,
      warning('BASE_URL is http: passwords cross the network unencrypted', 'set BASE_URL to an https:// URL'),
    ],
    [
      isPublic && isLocalUrl(`http://${defaultShortDomain}`),
      failed(
        `short links start with ${defaultShortDomain}, which only this machine can reach`,
        `set DEFAULT_SHORT_DOMAIN, perhaps to ${base.host}`,
      ),
    ],
    [
      isPublic && isLocalUrl(siteUrl),
      warning(`SITE_URL is ${siteUrl}: links in emails to contacts do not work`, 'set SITE_URL to its public URL'),
    ],
    [
      isPublic && new URL(siteUrl).protocol !== base.protocol,
      warning('only one of BASE_URL and SITE_URL is https', 'set both to https:// URLs'),
    ],
    [
      smtpUrl !== '' && /@localhost\b/.test(mailFrom),
      warning(
        `emails are sent from ${mailFrom}, which mail servers reject`,
        'set MAIL_FROM to an email address of your domain',
      ),
    ],
    [
      isPublic && config.allowPrivateDestinations,
      warning(
        'ALLOW_PRIVATE_DESTINATIONS lets users reach servers in your network through links and webhooks',
        'remove ALLOW_PRIVATE_DESTINATIONS',
      ),
    ],
  ];
}

/** Names the links whose slug is the start of another system's API. These links still redirect. */
export async function checkCompat({ config, links }: Subject): Promise<Finding | Finding[]> {
  const slugs = compatSegments(config);
  if (config.compat.length === 0) return [];
  const found = slugs.length === 0 ? [] : await listSlugsIn(need(links, 'MySQL'), slugs);
  if (found.length === 0) return ok(`programs of ${config.compat.join(', ')} can call this installation`);
  return warning(
    `these links have a path of another system in COMPAT, and still redirect: ${found.map(({ slug }) => `/${slug}`).join(', ')}`,
    'give these links other slugs, or remove the system from COMPAT',
  );
}

/** Names of other programs' settings in the same file. */
const ofOthers =
  /^(NODE_|PM2_|UV_|npm_|LC_|WAYPOST_|EXP_BACKOFF_|GLIBC_|MALLOC_)|^(TZ|LANG|PATH|HOME|http_proxy|https_proxy|no_proxy|SSL_CERT_FILE|SSL_CERT_DIR)$/i;

/** Checks the file for unknown settings. `known`: the names of all settings. */
export function checkFile(file: string, known: readonly string[]): Finding | Finding[] {
  if (!existsSync(file)) return [];
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8')));
  const strange = names.filter((name) => !known.includes(name) && !ofOthers.test(name));
  if (strange.length === 0) return ok(`${file} has ${names.length} valid settings`);
  return strange.map((name) => {
    const near = nearest(name, known);
    return warning(
      `${file} has ${name}, which is not a setting`,
      near ? `rename it to ${near}, or remove it` : 'remove it; `waypost start --help` lists the settings',
    );
  });
}

/** Returns the most similar name, unless it differs too much to be a typing error. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known.map((one) => ({ one, far: distance(name, one) })).sort((a, b) => a.far - b.far);
  return best && best.far <= Math.max(2, name.length / 3) ? best.one : undefined;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const change = elementOf(row, j) + (letter === other ? 0 : 1);
      next.push(Math.min(change, elementOf(row, j + 1) + 1, elementOf(next, j) + 1));
    }
    row = next;
  }
  return elementOf(row, b.length);
}
