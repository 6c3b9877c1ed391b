/** The bodies of handing on, leaving and deleting. */
import Type from 'typebox';
import { shownPlan } from '../api/schemas.ts';

const closed = { additionalProperties: false };
const currentPassword = Type.String({ minLength: 1, maxLength: 200, description: "the caller's password" });
const count = Type.Integer({ minimum: 0 });

export const TransferInput = Type.Object(
  {
    memberId: Type.String({ minLength: 1, maxLength: 64, description: 'the member who becomes the owner' }),
    currentPassword,
  },
  closed,
);
export const WorkspaceDeletionInput = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 80, description: "the workspace's name, as a confirmation" }),
    currentPassword,
  },
  closed,
);
export const AccountDeletionInput = Type.Object({ currentPassword }, closed);

export const WorkspaceDeletion = Type.Object({
  id: Type.String(),
  name: Type.String(),
  links: Type.Integer({ minimum: 0, description: 'links that stop redirecting and are deleted' }),
  clicks: Type.Integer({ minimum: 0, description: 'clicks, without bots, whose statistics are deleted' }),
  domains: Type.Array(Type.String(), { description: 'hostnames that stop redirecting and become free' }),
  members: Type.Integer({ minimum: 0, description: 'people who lose access, the caller among them' }),
  invitations: count,
  keys: count,
  ...shownPlan,
  hasSubscription: Type.Boolean({ description: 'it is paid for by a subscription, which is cancelled at once' }),
  slugsHeldDays: Type.Integer({
    minimum: 0,
    description: 'days for which nobody gets the slugs on the default domain',
  }),
});

export const WorkspaceFate = Type.Object({
  id: Type.String(),
  name: Type.String(),
  outcome: Type.Enum(['left', 'deleted', 'transfer_first', 'suspended']),
  deletion: Type.Unsafe<object | null>({
    anyOf: [WorkspaceDeletion, { type: 'null' }],
    description: 'what is deleted with it',
  }),
});

export const AccountDeletion = Type.Object({
  canDelete: Type.Boolean({ description: 'no workspace is in the way' }),
  workspaces: Type.Array(WorkspaceFate, {
    description:
      '`left`: the others keep it with its links. `deleted`: it is yours alone. `transfer_first`: you own it and it has ' +
      'other members; hand it on or delete it. `suspended`: it is yours alone, and the operator has to end that first.',
  }),
});
