/**
 * The URLs by which a browser moves from one application to the other and is signed in there: the entered application
 * redirects to a page of the other, which sends the browser back with a ticket.
 */
import type { Config } from '../config/config.ts';
import { dashboardUrl } from '../config/dashboard-url.ts';

/** The URL for entering the dashboard from contacts; `?to=` names a screen. */
export const linksEnterUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>) => `${baseUrl}/dashboard/enter`;

/** The URL for entering contacts, whose SITE_URL this is, from the dashboard. */
export const contactsEnterUrl = (siteUrl: string) => `${siteUrl}/wp-json/waypost-admin/v1/enter`;

/** The URL that accepts a ticket. */
export const finishUrl = (enterUrl: string, ticket: string) => `${enterUrl}/finish?ticket=${ticket}`;

const withChallenge = (page: string, challenge: string) => `${page}/hand-over?challenge=${challenge}`;

/** The page of each application that asks for a ticket. */
export const askDashboardUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, challenge: string) =>
  withChallenge(dashboardUrl(baseUrl), challenge);
export const askContactsUrl = (siteUrl: string, challenge: string) => withChallenge(`${siteUrl}/wp-admin`, challenge);
