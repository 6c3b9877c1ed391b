/** The steps that perform the actions of `contacts/action`. */
import { compileArgs } from '../../../../host/core/args.ts';
import type { FormMember, RuleStep, Step } from '../../../../host/extensions.ts';
import { applyIn } from '../../contacts/actions/apply.ts';
import { transactionOf } from '../../contacts/actions/contact-changes.ts';
import {
  ActionArgs,
  type ActionName,
  type ContactAction,
  mostAdded,
  readAction,
} from '../../contacts/actions/schema.ts';

type Described = Omit<RuleStep, 'name' | 'act'>;

const tags: FormMember = { type: 'array', items: { type: 'integer' }, maxItems: 500, control: 'tags', title: 'Tags' };
const lists: FormMember = { ...tags, control: 'lists', title: 'Lists' };
const needs = (name: string, member: FormMember) => ({ properties: { [name]: member }, required: [name] });

const described: Record<ActionName, Described> = {
  add_tags: { label: 'Add tags', says: 'Add the tags {tags}', icon: 'tag', members: needs('tags', tags) },
  remove_tags: { label: 'Remove tags', says: 'Remove the tags {tags}', icon: 'tag', members: needs('tags', tags) },
  add_lists: { label: 'Add to lists', says: 'Add to the lists {lists}', icon: 'list', members: needs('lists', lists) },
  remove_lists: {
    label: 'Remove from lists',
    says: 'Remove from the lists {lists}',
    icon: 'list',
    members: needs('lists', lists),
  },
  set_status: {
    label: 'Set status',
    says: 'Set the status to {status}',
    icon: 'contact',
    members: {
      properties: {
        status: { type: 'string', maxLength: 20, control: 'status', title: 'Status', default: 'subscribed' },
        resubscribe: {
          type: 'boolean',
          title: 'Include unsubscribed contacts and complaints',
          description: 'Only with their consent: without this they keep their status.',
        },
      },
      required: ['status'],
    },
  },
  set_field: {
    label: 'Set fields',
    says: 'Set {field}',
    icon: 'fields',
    members: needs('field', { type: 'object', control: 'fields', title: 'Field' }),
  },
  add_points: {
    label: 'Add points',
    says: 'Add {points} points',
    icon: 'contact',
    members: needs('points', {
      type: 'integer',
      title: 'Points',
      description: 'A negative number subtracts points.',
      minimum: -mostAdded,
      maximum: mostAdded,
    }),
  },
  delete: {
    label: 'Delete contact',
    says: 'Delete the contact',
    note: 'Deletes the contact and all its data. It can only be the last step.',
    icon: 'trash',
    members: { properties: {} },
    isLast: true,
    right: 'full',
  },
};

const ignores = Object.keys(ActionArgs.properties);
const clean = compileArgs(ActionArgs, { forgiving: true });
const actionOf = (step: Step): ContactAction => readAction(clean(step) as ActionArgs);

export const actionSteps: RuleStep[] = Object.entries(described).map(([name, more]) => ({
  name,
  ignores,
  read: actionOf,
  async act({ contacts, runs }, step) {
    const { trx, emit } = transactionOf(contacts);
    const contactIds = runs.map(({ contactId }) => contactId);
    await applyIn(trx, contactIds, actionOf(step), emit);
    return undefined;
  },
  ...more,
}));
