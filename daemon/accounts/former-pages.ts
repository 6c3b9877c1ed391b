/** Where mails of former releases lead: on to the screens of the dashboard that took the place of those pages. */
import { dashboardUrl } from '../../shared/config/dashboard-url.ts';
import type { HttpRoute } from '../../shared/http/route.ts';
import type { Context } from '../api/context.ts';

const screens = {
  join: 'join',
  'reset-password': 'reset-password',
  'verify-email': 'verify',
  'confirm-address': 'confirm-address',
};

export function formerPages({ config }: Pick<Context, 'config'>): HttpRoute[] {
  const { pathname } = new URL(dashboardUrl(config.baseUrl));
  return Object.entries(screens).map(([page, screen]) => ({
    method: 'GET',
    path: `/api/${page}`,
    handle: ({ query }) => ({
      status: 302,
      headers: {
        Location: `${pathname}/${screen}${query === '' ? '' : `?${query}`}`,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      },
    }),
  }));
}
