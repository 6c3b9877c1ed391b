/**
 * The selection of clicks for a site of contact automation. Tokens are verified with the keys of the site that the
 * link's workspace is connected to; foreign and forged tokens are ignored. The link's URL and tags are added.
 */
import type { Config } from '../../shared/config/config.ts';
import { shortUrlOf } from '../../shared/link-clicks/short-url.ts';
import { tokenKeyOf } from '../../shared/link-clicks/site-key.ts';
import { readToken } from '../../shared/link-clicks/token.ts';
import type { Log } from '../../shared/log/log.ts';
import { openKeyCipher } from '../../shared/secrets/key-cipher.ts';
import { createSecrets, type Secrets } from '../../shared/webhooks/secrets.ts';
import type { Db } from '../core/tables.ts';
import { domainOf } from '../links/core/link.ts';
import { listTagsOfLinks } from '../links/core/tag-queries.ts';
import type { HandOver } from './core/queries.ts';
import type { ContactVisit } from './core/visits.ts';
import { type ConnectedSite, listLinkNames, listSites } from './queries.ts';

/** Maximum delay until this process knows a workspace that another process connected. */
const rememberedMs = 1_000;

type Settings = Pick<Config, 'baseUrl' | 'defaultShortDomain' | 'certificateSecret' | 'localDir'>;
type Site = { id: number; keys: Buffer[] };

export const openSiteSecrets = async (config: Pick<Settings, 'certificateSecret' | 'localDir'>): Promise<Secrets> =>
  createSecrets(await openKeyCipher(config, 'contact-clicks'));

type HandOverParts = { config: Settings; db: Db; log: Log };

export async function openHandOver({ config, db, log }: HandOverParts): Promise<HandOver> {
  const secrets = await openSiteSecrets(config);
  let known: { sites: ReadonlyMap<number, Site>; until: number } | undefined;

  async function sitesByWorkspace(): Promise<ReadonlyMap<number, Site>> {
    if (known && known.until > Date.now()) return known.sites;
    const sites = (await listSites(db)).map((site) => [site.workspaceId, openSite(site)] as const);
    known = { sites: new Map(sites), until: Date.now() + rememberedMs };
    return known.sites;
  }

  function openSite({ id, secret, previousSecret }: ConnectedSite): Site {
    const opened = [secret, ...(previousSecret === null ? [] : [previousSecret])].map((one) => secrets.open(one));
    if (opened.includes(undefined))
      log.error({ site: id }, 'the key of a contact site is encrypted with another secret');
    return { id, keys: opened.flatMap((one) => (one === undefined ? [] : [tokenKeyOf(one)])) };
  }

  return async (visits, now) => {
    const sites = await sitesByWorkspace();
    const verified = visits.flatMap((visit) => verify(visit, sites.get(visit.workspaceId)));
    if (verified.length < visits.length)
      log.debug({ visits: visits.length - verified.length }, 'contact tokens were invalid');
    if (verified.length === 0) return [];
    const links = await describeLinks(db, config, [...new Set(verified.map(({ linkId }) => linkId))]);
    return verified.flatMap(({ linkId, ...rest }) => {
      const link = links.get(linkId);
      return link ? [{ ...rest, ...link, stored_at: now }] : [];
    });
  };
}

function verify({ workspaceId, linkId, at, token, qr, machine }: ContactVisit, site: Site | undefined) {
  const read = site && readToken(site.keys, token);
  if (!read) return [];
  const row = { site_id: site.id, workspace_id: workspaceId, contact_id: read.contactId, mail_id: read.mailId };
  return [{ ...row, linkId, qr, machine, clicked_at: new Date(at) }];
}

async function describeLinks(db: Db, config: Settings, ids: number[]) {
  const [names, tags] = await Promise.all([listLinkNames(db, ids), listTagsOfLinks(db, ids)]);
  return new Map(
    names.map((link) => [
      link.id,
      {
        link_id: link.publicId,
        short_url: shortUrlOf(config, domainOf(config, link), link.slug),
        tags: JSON.stringify(tags.get(link.id) ?? []),
      },
    ]),
  );
}
