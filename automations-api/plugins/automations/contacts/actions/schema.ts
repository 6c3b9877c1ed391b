/** The parameters of bulk actions on contacts, for jobs and rules. */
import Type, { type Static } from 'typebox';
import { fail } from '../../core/errors.ts';
import { TermType } from '../../terms/core/queries.ts';
import { parseStatus } from '../core/statuses.ts';
import { idList } from '../schema.ts';

const actionNames = [
  'add_tags',
  'remove_tags',
  'add_lists',
  'remove_lists',
  'set_status',
  'set_field',
  'add_points',
  'delete',
] as const;
export type ActionName = (typeof actionNames)[number];

/** The maximum number of points that one action adds or subtracts. */
export const mostAdded = 1_000_000_000;

/** The parameters of an action. Its name determines the required ones. */
export const actionArgs = {
  action: Type.Enum([...actionNames], { description: `One of ${actionNames.join(', ')}.` }),
  tags: Type.Optional(idList('The tags to add or remove.')),
  lists: Type.Optional(idList('The lists to add to or remove from.')),
  status: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'The status to set; contacts that unsubscribed or complained keep theirs.',
    }),
  ),
  resubscribe: Type.Optional(
    Type.Boolean({ description: 'Also sets the status of contacts that unsubscribed or complained.' }),
  ),
  field: Type.Optional(
    Type.Object({}, { additionalProperties: true, maxProperties: 100, description: 'Values by field id or slug.' }),
  ),
  points: Type.Optional(
    Type.Integer({ minimum: -mostAdded, maximum: mostAdded, description: 'The points to add; negative to subtract.' }),
  ),
};
export const ActionArgs = Type.Object(actionArgs);
export type ActionArgs = Static<typeof ActionArgs>;

type TermAction =
  | { action: 'add_tags' | 'remove_tags'; tags: number[] }
  | { action: 'add_lists' | 'remove_lists'; lists: number[] };
export type ContactAction =
  | TermAction
  | { action: 'set_status'; status: string; resubscribe?: boolean }
  | { action: 'set_field'; field: Record<string, unknown> }
  | { action: 'add_points'; points: number }
  | { action: 'delete' };

/** Returns the tags or lists of an action, and their type. */
export const termsOf = (action: TermAction): { ids: number[]; type: TermType } =>
  'tags' in action ? { ids: action.tags, type: TermType.tag } : { ids: action.lists, type: TermType.list };

const required = {
  add_tags: 'tags',
  remove_tags: 'tags',
  add_lists: 'lists',
  remove_lists: 'lists',
  set_status: 'status',
  set_field: 'field',
  add_points: 'points',
  delete: undefined,
} as const satisfies Record<ActionName, keyof ActionArgs | undefined>;

/** Reads an action and drops its unused parameters. @throws required_fields_missing or unprocessable_entity */
export function readAction(args: ActionArgs): ContactAction {
  const name = required[args.action];
  if (name === undefined) return { action: args.action } as ContactAction;
  const value = args[name];
  if (value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)) {
    throw fail('required_fields_missing', `Missing parameter(s): ${name}`);
  }
  if (args.action === 'set_status') {
    parseStatus(args.status as string);
    return { action: args.action, status: args.status as string, ...(args.resubscribe ? { resubscribe: true } : {}) };
  }
  return { action: args.action, [name]: value } as ContactAction;
}
