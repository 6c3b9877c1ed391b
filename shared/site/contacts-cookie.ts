/**
 * The cookie of a session in the admin application. On the host that both applications share, the dashboard sets it beside
 * its own, with the same token: cookies ignore ports. On another host contacts set it for a ticket.
 */
import type { Config } from '../config/config.ts';
import { createPageCookie, type PageCookie } from './page-cookie.ts';

type Settings = Pick<Config, 'siteUrl' | 'sessionDays'>;

export function createContactsCookie({ siteUrl: url, sessionDays: days }: Settings): PageCookie {
  const path = `${new URL(url).pathname.replace(/\/$/, '')}/wp-json`;
  return createPageCookie({ url, name: 'waypost-admin', path, days });
}

/** Tells whether both applications are on one host, whatever their ports. */
export const sharesHost = ({ baseUrl, siteUrl }: Pick<Config, 'baseUrl' | 'siteUrl'>): boolean =>
  new URL(baseUrl).hostname === new URL(siteUrl).hostname;
