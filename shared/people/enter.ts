/**
 * The URLs through which a browser enters contacts after signing in to the dashboard. Contact automation redirects to a
 * page of the dashboard, which sends the browser back with a ticket.
 */
import type { Config } from '../config/config.ts';
import { dashboardUrl } from '../config/dashboard-url.ts';

/** Returns the URL at which a browser enters contacts at a SITE_URL. `?to=` names a screen. */
export const contactsEnterUrl = (siteUrl: string) => `${siteUrl}/wp-json/waypost-admin/v1/enter`;

/** Returns the URL that accepts a ticket. */
export const finishUrl = (siteUrl: string, { ticket, challenge }: { ticket: string; challenge: string }) =>
  `${contactsEnterUrl(siteUrl)}/finish?ticket=${ticket}&challenge=${challenge}`;

/** Returns the dashboard's page that requests a ticket. */
export const handOverUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, siteId: number, challenge: string) =>
  `${dashboardUrl(baseUrl)}/hand-over?site=${siteId}&challenge=${challenge}`;
