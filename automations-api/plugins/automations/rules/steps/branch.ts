/** The step that chooses one of two branches by a filter. A run decides once, and logs the decision. */
import type { RuleStep } from '../../../../host/extensions.ts';
import { transactionOf } from '../../contacts/actions/contact-changes.ts';
import type { FilterArgs } from '../../finder/filter-args.ts';
import { findMatching, type Matching } from '../../finder/match.ts';

export const branchStep = (matching: Matching): RuleStep => ({
  name: 'if',
  label: 'If … else …',
  says: 'If {if}',
  icon: 'branch',
  isBare: true,
  members: {
    properties: {
      if: { type: 'object', control: 'filter', title: 'If the contact matches' },
      then: { type: 'array', control: 'steps', title: 'Then' },
      else: { type: 'array', control: 'steps', title: 'Else' },
    },
    required: ['if'],
  },
  async act({ contacts, runs }, step) {
    const contactIds = runs.map(({ contactId }) => contactId);
    const met = await findMatching(matching, transactionOf(contacts).trx, step.if as FilterArgs, contactIds);
    return (contactId) => ({ outcome: met.has(contactId) ? 'then' : 'else', detail: '' });
  },
});
