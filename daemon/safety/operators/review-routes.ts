/** Operators' routes for open reviews. */
import { json } from '../../../shared/http/answer.ts';
import type { Context } from '../../api/context.ts';
import { type DescribedRoute, endpoint } from '../../api/endpoint.ts';
import { conflict, noSuch } from '../../api/errors.ts';
import { hasReview, listOpenReviews } from '../core/review-queries.ts';
import { decideReview } from '../decide-review.ts';
import { byOf, forOperators } from './operator-route.ts';
import { readCursor, toPage } from './pages.ts';
import { SafetyDecided, SafetyDecision, SafetyPageQuery, SafetyReviewPage } from './schema.ts';
import { toReview } from './show.ts';

export const reviewRoutes = (context: Context): DescribedRoute[] => [list(context), decide(context)];

const kind = 'reviews';

const list = (context: Context) =>
  endpoint(context, {
    ...forOperators,
    method: 'GET',
    path: '/safety/reviews',
    id: 'listSafetyReviews',
    summary: 'List open reviews',
    description:
      "Owners' appeals first, then reviews with the most findings and reports. A review that is reported between two pages can move.",
    query: SafetyPageQuery,
    queryExample: { limit: 25 },
    answers: {
      200: {
        description: 'A page of reviews.',
        schema: SafetyReviewPage,
      },
    },
    async handle({ query: { limit, cursor } }) {
      const place = readCursor(kind, cursor, 3) as [number, number, number] | undefined;
      const after = place && { urgency: place[0], times: place[1], id: place[2] };
      const rows = await listOpenReviews(context.db, limit + 1, after);
      const { shown, nextCursor } = toPage(rows, limit, kind, ({ urgency, times, id }) => [urgency, times, id]);
      return json(200, { reviews: shown.map((row) => toReview(context.config, row)), nextCursor });
    },
  });

const numbers = /^[1-9]\d{0,14}$/;

const decide = (context: Context) =>
  endpoint(context, {
    ...forOperators,
    method: 'POST',
    path: '/safety/reviews/{id}/decide',
    id: 'decideSafetyReview',
    summary: 'Decide a review',
    description:
      '`ban` bans the link and closes its other reviews; `clear` leaves the link unchanged. For an appeal, `ban` ' +
      'keeps the ban and `clear` unbans the link. The owner gets the reason by email. A closed review is a `conflict`.',
    params: { id: "The review's id." },
    body: SafetyDecision,
    answers: {
      200: {
        description: 'The review is decided.',
        schema: SafetyDecided,
      },
    },
    errors: ['conflict'],
    async find({ request }) {
      const id = Number(numbers.exec(request.params.id)?.[0]);
      if (!id || !(await hasReview(context.db, id))) throw noSuch('review');
      return id;
    },
    async handle({ auth, found: id, body: { decision, reason } }) {
      const verdict = decision === 'ban' ? 'banned' : 'cleared';
      const decided = await decideReview(context.db, context.config, id, {
        decision: verdict,
        by: byOf(auth, reason),
        now: new Date(),
      });
      if (!decided) throw noSuch('review');
      if (decided === 'decided') throw conflict('This review is closed. Reload the list.');
      context.announceChanges();
      return json(200, { id: String(id), decision, ...decided });
    },
  });
