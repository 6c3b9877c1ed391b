/** Bodies for transferring and deleting workspaces, and for deleting accounts. */
import Type from 'typebox';
import { exampleIds, id, nullable, number, shownPlan, text } from '../api/schemas.ts';

const closed = { additionalProperties: false };
const currentPassword = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "the caller's password",
  examples: ['ten characters or more'],
});

export const TransferInput = Type.Object(
  {
    memberId: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'the member who becomes the owner',
      examples: [exampleIds.mem],
    }),
    currentPassword,
  },
  closed,
);
export const WorkspaceDeletionInput = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 80,
      description: "the workspace's name, as a confirmation",
      examples: ['Campaigns'],
    }),
    currentPassword,
  },
  closed,
);
export const AccountDeletionInput = Type.Object({ currentPassword }, closed);

export const WorkspaceDeletion = Type.Object({
  id: id('ws'),
  name: text('Campaigns'),
  links: number(340, 'links that stop redirecting and are deleted'),
  clicks: number(12_800, 'clicks, without bots, whose analytics are deleted'),
  domains: Type.Array(text('go.example.com'), { description: 'hostnames that stop redirecting and become free' }),
  members: number(2, 'users who lose access, including the caller'),
  invitations: number(1),
  keys: number(3),
  ...shownPlan,
  hasSubscription: Type.Boolean({ description: 'whether it has a subscription, which is cancelled at once' }),
  slugsHeldDays: number(90, 'days for which nobody can use the slugs on the default domain'),
});

export const WorkspaceFate = Type.Object({
  id: id('ws'),
  name: text('Campaigns'),
  outcome: Type.Enum(['left', 'deleted', 'transfer_first', 'suspended']),
  deletion: Type.Unsafe<object | null>({
    anyOf: [WorkspaceDeletion, { type: 'null' }],
    description: 'the data that is deleted with it',
  }),
});

const ContactsFate = Type.Enum(['left', 'transfer_first'], {
  description:
    '`left`: you lose your role in contacts; null without one. `transfer_first`: others use them, and you are the last ' +
    'administrator; make another user an administrator first.',
});

export const AccountDeletion = Type.Object({
  canDelete: Type.Boolean({ description: 'whether neither a workspace nor contacts prevent the deletion' }),
  workspaces: Type.Array(WorkspaceFate, {
    description:
      '`left`: the others keep it with its links. `deleted`: it has no other members. `transfer_first`: you own it and it has ' +
      'other members; transfer or delete it. `suspended`: it has no other members, and the operator must restore it first.',
  }),
  contacts: nullable(ContactsFate),
});
