/** Answer schemas of the site's analytics. */
import Type, { type Static } from 'typebox';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { answerWith } from '../../../host/envelope.ts';
import { count, id, named, text, textOrNull, timeOrNull } from '../../../host/shapes.ts';
import { statusNames } from '../contacts/core/statuses.ts';
import { Term } from '../terms/answers.ts';

const day = (description: string) => text(description, '2026-05-04');

const StatusCount = named('StatusCount', {
  status: Type.Enum([...statusNames]),
  contacts: count('Number of contacts.'),
});
const statuses = Type.Array(StatusCount);
export type StatusCounts = Static<typeof statuses>;

const TermCount = named('TermCount', { ...Term.properties, contacts: count('Number of contacts that have it.') });
const terms = Type.Optional(Type.Array(TermCount, { description: 'With `terms`; the largest first.' }));

const created = {
  from: day('The first day, in UTC.'),
  to: day('The last day.'),
  created: count('New contacts.'),
  created_statuses: statuses,
  series: Type.Array(
    named('CreatedPoint', { start: day('First day of the interval.'), created: count('New contacts.') }),
  ),
};

export const SiteStats = named('SiteStats', {
  contacts: count('Number of contacts.'),
  statuses,
  tags: terms,
  lists: terms,
  first_day: nullable(day('The day of the first contact.')),
  interval: Type.Enum(['day', 'month']),
  before: count('Contacts from before the period.', 0),
  ...created,
  previous: Type.Optional(named('PreviousPeriod', created)),
});
export type SiteStats = Static<typeof SiteStats>;
export const StatsAnswer = answerWith({ stats: SiteStats });

export const TroubledWebhook = named('TroubledWebhook', {
  ID: id(),
  url: text('URL of the receiver.', 'https://example.com/hooks/contacts'),
  events: Type.Array(Type.String(), { description: 'Empty if it belongs to a rule.', examples: [['tag.added']] }),
  active: Type.Boolean({ examples: [true] }),
  dead: count('Failed deliveries.'),
  pending: count('Pending messages.', 0),
  pending_since: timeOrNull('Creation time of the oldest pending one.'),
  last_error: textOrNull('Error of one of them.', 'the answer was 500'),
});
export type TroubledWebhook = Static<typeof TroubledWebhook>;
export const WebhooksAnswer = answerWith({ webhooks: Type.Array(TroubledWebhook) });
