/** Guarantees of every screen of the dashboard, over a workspace with data for each of them. */

import { tryLanguages, tryScreens } from '../fixtures/browser/every-screen.ts';
import { tryPhone } from '../fixtures/browser/on-a-phone.ts';
import type { Place } from '../fixtures/browser/routes.ts';
import { startDashboardExample } from '../fixtures/example/dashboard.ts';
import { t } from '../runner/tap.ts';

const { visitor, places } = await startDashboardExample(t);
const entrance: Place = { name: 'signIn', path: '/dashboard', isOpen: true, isInNav: false };

t.ok(places.length > 15, `${places.length} screens`);
await tryScreens(t, visitor, [...places, entrance]);

tryLanguages(t, visitor, [...places, entrance]);

tryPhone(t, visitor, places, ['links', 'tags', 'domains']);
