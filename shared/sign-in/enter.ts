/**
 * The addresses by which a browser goes from one application to the other and is signed in there: that which is entered sends it to a
 * page of the other, and that sends it back with a ticket.
 */
import type { Config } from '../config/config.ts';
import { dashboardUrl } from '../config/dashboard-url.ts';

/** Where to enter the dashboard from contacts; `?to=` names a screen. */
export const linksEnterUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>) => `${baseUrl}/dashboard/enter`;

/** Where to enter contacts, whose SITE_URL this is, from the dashboard. */
export const contactsEnterUrl = (siteUrl: string) => `${siteUrl}/wp-json/waypost-admin/v1/enter`;

/** Where a ticket is taken. */
export const finishUrl = (enterUrl: string, ticket: string) => `${enterUrl}/finish?ticket=${ticket}`;

const withChallenge = (page: string, challenge: string) => `${page}/hand-over?challenge=${challenge}`;

/** The page of each application that asks for a ticket. */
export const askDashboardUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, challenge: string) =>
  withChallenge(dashboardUrl(baseUrl), challenge);
export const askContactsUrl = (siteUrl: string, challenge: string) => withChallenge(`${siteUrl}/wp-admin`, challenge);
