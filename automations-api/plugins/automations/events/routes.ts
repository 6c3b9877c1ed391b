/** The route that records custom events. */
import Type from 'typebox';
import { events } from '../../../../shared/limits-of-fields.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, success } from '../../../host/envelope.ts';
import { id, named, text, time } from '../../../host/shapes.ts';
import { lockContactByEmail, lockContactById } from '../contacts/core/queries.ts';
import { once } from '../contacts/idempotent-writes.ts';
import type { Context } from '../context/context.ts';
import { sqlDate } from '../core/dates.ts';
import { contactNotFound, fail } from '../core/errors.ts';
import { changeIfAllowed } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { keyOfEmail } from '../core/text.ts';
import { readEvent } from './core/event.ts';
import { storeEvent } from './core/record.ts';

const EventArgs = Type.Object({
  email: Type.Optional(Type.String({ maxLength: 254, description: "The contact's email address." })),
  ID: Type.Optional(Type.Integer({ description: "The contact's id, instead of the email address." })),
  name: Type.String({ maxLength: events.name, description: 'The name: letters, digits, _, . and -, in lower case.' }),
  at: Type.Optional(Type.String({ maxLength: 40, description: 'The time; now by default. Without a zone, in UTC.' })),
  data: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'Details, at most 4,096 bytes as JSON.' }),
  ),
});

const CustomEvent = named('CustomEvent', {
  ID: id(),
  at: time('When it happened.'),
  name: text('The name.', 'order.paid'),
});

export const eventRoutes = (context: Context): RestRoute[] => [
  route({
    methods: ['POST'],
    path: '/contact/event',
    description:
      'Records an event of a contact, such as a paid order. Rules can start from it, and filters can count it.',
    args: EventArgs,
    example: { email: 'ada@example.com', name: 'order.paid', data: { total: 129 } },
    answer: answerWith({ event: CustomEvent }),
    repeatable: true,
    async callback(request) {
      const { email = '', ID, ...given } = request.params;
      if (ID === undefined && email.trim() === '')
        throw fail('required_fields_missing', 'Missing parameter(s): email or ID');
      const event = readEvent(given, new Date());
      return once(context.db, request, (keep) =>
        changeIfAllowed(context, request.caller, async (trx, emit) => {
          const contact = await lockNamed(trx, ID, email);
          if (!contact) throw contactNotFound();
          const stored = await storeEvent(trx, contact.id, event);
          emit(stored);
          const shown = { ID: stored.data.event_id, at: sqlDate(event.at), name: event.name };
          const answer = success({ event: shown });
          await keep?.(trx, answer);
          return answer;
        }),
      );
    },
  }),
];

const lockNamed = (trx: Trx, contactId: number | undefined, email: string) =>
  contactId === undefined ? lockContactByEmail(trx, keyOfEmail(email)) : lockContactById(trx, contactId);
