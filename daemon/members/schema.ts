/** The bodies of members and invitations. */
import Type from 'typebox';
import { ContactsRole, email, Role } from '../api/schemas.ts';

const closed = { additionalProperties: false };
const orNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });

export const AcceptInput = Type.Object({ inviteToken: Type.String({ minLength: 16, maxLength: 128 }) }, closed);

const givenRole = Type.Optional(ContactsRole);

export const InviteInput = Type.Object({ email: email(), role: Type.Optional(Role), contactsRole: givenRole }, closed);
export const MemberPatch = Type.Object(
  { role: Type.Optional(Role), contactsRole: givenRole },
  { ...closed, minProperties: 1 },
);
export const RemovalQuery = Type.Object({
  contacts: Type.Optional(Type.Enum(['keep'], { description: 'The role in contacts stays.' })),
});

const fields = {
  id: Type.String(),
  userId: orNull,
  email: Type.String(),
  name: orNull,
  role: Role,
  isOwner: Type.Boolean(),
  status: Type.Enum(['active', 'invited']),
  createdAt: Type.String({ format: 'date-time' }),
  contactsRole: Type.Optional(ContactsRole),
};
export const Member = Type.Object(fields);
export const Invited = Type.Object({
  ...fields,
  inviteUrl: Type.Optional(
    Type.String({
      description:
        'The page that accepts the invitation. It contains the token and is shown once; absent for API keys.',
    }),
  ),
});
export const MemberList = Type.Object({ members: Type.Array(Member) });
