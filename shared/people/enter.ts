/**
 * The URLs by which a browser that is signed in to the dashboard comes to contacts: contacts redirect to a page of the
 * dashboard, which sends the browser back with a ticket.
 */
import type { Config } from '../config/config.ts';
import { dashboardUrl } from '../config/dashboard-url.ts';

/** The URL for entering contacts, whose SITE_URL this is. `?to=` names a screen. */
export const contactsEnterUrl = (siteUrl: string) => `${siteUrl}/wp-json/waypost-admin/v1/enter`;

/** The URL that accepts a ticket. */
export const finishUrl = (siteUrl: string, { ticket, challenge }: { ticket: string; challenge: string }) =>
  `${contactsEnterUrl(siteUrl)}/finish?ticket=${ticket}&challenge=${challenge}`;

/** The page of the dashboard that asks for a ticket. */
export const handOverUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, siteId: number, challenge: string) =>
  `${dashboardUrl(baseUrl)}/hand-over?site=${siteId}&challenge=${challenge}`;
