/** Putting tags and lists on a contact and taking them off. */
import Type from 'typebox';
import { type Caller, type RestRoute, route } from '../../../host/core/route.ts';
import { id, named, text } from '../../../host/shapes.ts';
import { lockContact } from '../contacts/lock-contacts.ts';
import { loadTerms, pickTerms } from '../contacts/resolve.ts';
import { saveContacts } from '../contacts/save.ts';
import { idList } from '../contacts/schema.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { answerWith, success } from '../core/envelope.ts';
import { changeIfAllowed } from '../core/events.ts';
import type { Term, TermType } from './core/queries.ts';

type Action = 'assign' | 'unassign';

const Assigned = named('AssignedTerm', { id: id(), value: text('The name.', 'Customer') });

export const assignmentRoutes = (context: Context): RestRoute[] => [
  assignmentRoute(context, { type: 1, one: 'tag', action: 'assign', given: 'tags' }),
  assignmentRoute(context, { type: 1, one: 'tag', action: 'unassign', given: 'tagId' }),
  assignmentRoute(context, { type: 2, one: 'list', action: 'assign', given: 'lists' }),
  assignmentRoute(context, { type: 2, one: 'list', action: 'unassign', given: 'listId' }),
];

function assignmentRoute(context: Context, kind: { type: TermType; one: string; action: Action; given: string }) {
  const { type, one, action, given } = kind;
  return route({
    methods: ['POST'],
    path: `/contact/${one}-${action}/{contact_id}`,
    description: `${action === 'assign' ? 'Adds' : 'Removes'} ${one}s ${action === 'assign' ? 'to' : 'from'} a contact.`,
    args: Type.Object({ [given]: idList(`Ids of ${one}s.`) }),
    example: { [given]: [type === 1 ? 1 : 3] },
    answer: answerWith({ [`${one}s`]: Type.Array(Assigned) }),
    async callback({ params, path, caller }) {
      const ids = params[given] as number[];
      const changed = await changeMembership(context, caller, path.contact_id, type, action, ids);
      return success({ [`${one}s`]: changed.map(({ id, name }) => ({ id, value: name })) });
    },
  });
}

/** The terms that were added or removed, without those that already were. */
const changeMembership = (
  context: Context,
  by: Caller | undefined,
  contactId: number,
  type: TermType,
  action: Action,
  ids: number[],
): Promise<Term[]> =>
  changeIfAllowed(context, by, async (trx, emit) => {
    const before = await lockContact(trx, contactId);
    const terms = await loadTerms(trx, ids, before.terms);
    const picked = pickTerms(ids, type, terms);
    const changed = picked.filter((id) => before.terms.has(id) === (action === 'unassign'));
    const kept = [...before.terms].filter((id) => !changed.includes(id));
    const after = { row: before.row, terms: new Set(action === 'assign' ? [...before.terms, ...changed] : kept) };
    await saveContacts(trx, [{ before, after, values: [] }], terms, emit, presentSecond());
    return changed.map((id) => terms.get(id) as Term);
  });
