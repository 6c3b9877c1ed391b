/** Routes for the site's analytics. Slow parts have separate routes. */
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { Status, statusNames } from '../contacts/core/statuses.ts';
import type { Context } from '../context/context.ts';
import { sqlDate } from '../core/dates.ts';
import { TermType } from '../terms/core/queries.ts';
import { StatsAnswer, WebhooksAnswer } from './answers.ts';
import {
  type DayCount,
  type Days,
  type Interval,
  previousDays,
  readDays,
  seriesOf,
  showDay,
  sumByStatus,
  within,
} from './period.ts';
import { countByStatus, findFirstCreation, listCreatedSince, listLargestTerms } from './queries.ts';
import { StatsArgs } from './schema.ts';
import { findWebhooksInTrouble } from './webhooks-in-trouble.ts';

export const statsRoutes = (context: Context): RestRoute[] => [statsRoute(context), webhooksRoute(context)];

const statsRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/stats',
    description: 'Contacts by status, tag and list, and new contacts per day or month.',
    args: StatsArgs,
    example: { from: '2026-05-01', to: '2026-05-31', compare: 'previous' },
    answer: StatsAnswer,
    async callback({ params }) {
      const { interval, ...days } = readDays(params, new Date());
      const previous = params.compare === 'previous' ? previousDays(days) : undefined;
      const [now, created, first, tags, lists] = await Promise.all([
        countByStatus(db),
        listCreatedSince(db, (previous ?? days).from),
        findFirstCreation(db),
        params.terms && listLargestTerms(db, TermType.tag, params.terms),
        params.terms && listLargestTerms(db, TermType.list, params.terms),
      ]);
      const contacts = [...now.values()].reduce((sum, n) => sum + n, 0);
      const since = created.filter(({ day }) => day >= days.from).reduce((sum, { n }) => sum + n, 0);
      return success({
        stats: {
          contacts,
          statuses: showStatuses(now),
          ...(tags && lists ? { tags, lists } : {}),
          first_day: first && sqlDate(first).slice(0, 10),
          interval,
          before: Math.max(0, contacts - since),
          ...describe(days, interval, created),
          ...(previous ? { previous: describe(previous, interval, created) } : {}),
        },
      });
    },
  });

const showStatuses = (counts: ReadonlyMap<number, number>) =>
  statusNames.map((status) => ({ status, contacts: counts.get(Status[status]) ?? 0 }));

function describe(days: Days, interval: Interval, all: readonly DayCount[]) {
  const counts = within(days, all);
  return {
    from: showDay(days.from),
    to: showDay(days.until - 1),
    created: counts.reduce((sum, { n }) => sum + n, 0),
    created_statuses: showStatuses(sumByStatus(counts)),
    series: seriesOf(days, interval, counts),
  };
}

const webhooksRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/stats/webhooks',
    description: 'Webhooks with failed deliveries, or with deliveries pending for more than ten minutes.',
    answer: WebhooksAnswer,
    callback: async () => success({ webhooks: await findWebhooksInTrouble(db, new Date()) }),
  });
