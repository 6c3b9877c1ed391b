/** Routes that add tags and lists to a contact, and remove them. */
import Type from 'typebox';
import { type Caller, type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, success } from '../../../host/envelope.ts';
import { id, named, text } from '../../../host/shapes.ts';
import { Ignored } from '../contacts/answers.ts';
import { lockContact } from '../contacts/lock-contacts.ts';
import { loadTerms, pickTerms } from '../contacts/resolve.ts';
import { saveContacts } from '../contacts/save.ts';
import { idList, stopAutomation } from '../contacts/schema.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { changeIfAllowed } from '../core/events.ts';
import { type Term, TermType } from './core/queries.ts';

type Action = 'assign' | 'unassign';
type Kind = { type: TermType; one: string; action: Action; given: string };

const Assigned = named('AssignedTerm', { id: id(), value: text('The name.', 'Customer') });

export const assignmentRoutes = (context: Context): RestRoute[] => [
  assignmentRoute(context, { type: TermType.tag, one: 'tag', action: 'assign', given: 'tags' }),
  assignmentRoute(context, { type: TermType.tag, one: 'tag', action: 'unassign', given: 'tagId' }),
  assignmentRoute(context, { type: TermType.list, one: 'list', action: 'assign', given: 'lists' }),
  assignmentRoute(context, { type: TermType.list, one: 'list', action: 'unassign', given: 'listId' }),
];

function assignmentRoute(context: Context, kind: Kind) {
  const { type, one, action, given } = kind;
  return route({
    methods: ['POST'],
    path: `/contact/${one}-${action}/{contact_id}`,
    description: `${action === 'assign' ? 'Adds' : 'Removes'} ${one}s ${action === 'assign' ? 'to' : 'from'} a contact.`,
    args: Type.Object({ [given]: idList(`Ids of ${one}s.`), stop_automation: stopAutomation }),
    example: { [given]: [type === TermType.tag ? 1 : 3] },
    answer: answerWith({ [`${one}s`]: Type.Array(Assigned), ignored: Ignored }),
    async callback({ params, path, caller }) {
      const ids = params[given] as number[];
      const stopsAutomation = params.stop_automation === true;
      const change = { contactId: path.contact_id, type, action, ids, stopsAutomation };
      const { changed, ignored } = await changeMembership(context, caller, change);
      return success({
        [`${one}s`]: changed.map(({ id, name }) => ({ id, value: name })),
        ignored: { tags: [], lists: [], fields: [], [`${one}s`]: ignored },
      });
    },
  });
}

type Change = { contactId: number; type: TermType; action: Action; ids: number[]; stopsAutomation: boolean };

/** Adds or removes terms. Resolves to the changed terms, and to the ids that are not terms of this type. */
const changeMembership = (
  context: Context,
  by: Caller | undefined,
  { contactId, type, action, ids, stopsAutomation }: Change,
): Promise<{ changed: Term[]; ignored: number[] }> =>
  changeIfAllowed(context, by, async (trx, emit) => {
    const before = await lockContact(trx, contactId);
    const terms = await loadTerms(trx, ids, before.terms);
    const picked = pickTerms(ids, type, terms);
    const changed = picked.filter((id) => before.terms.has(id) === (action === 'unassign'));
    const kept = [...before.terms].filter((id) => !changed.includes(id));
    const after = { row: before.row, terms: new Set(action === 'assign' ? [...before.terms, ...changed] : kept) };
    await saveContacts(trx, [{ before, after, values: [], stopsAutomation }], terms, { emit, now: presentSecond() });
    const ignored = [...new Set(ids)].filter((id) => !picked.includes(id));
    return { changed: changed.map((id) => terms.get(id) as Term), ignored };
  });
