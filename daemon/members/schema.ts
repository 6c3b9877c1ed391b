/** Bodies of members and invitations. */
import Type from 'typebox';
import { ContactsRole, Done, email, id, no, Role, text, textOrNull } from '../api/schemas.ts';

const closed = { additionalProperties: false };

export const AcceptInput = Type.Object(
  {
    inviteToken: Type.String({
      minLength: 16,
      maxLength: 128,
      examples: ['q7Hq2LzXk0VtWn4RbYc1MJd93kfLa0Qp2Zx71MnBv5Zk'],
    }),
  },
  closed,
);

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
  id: id('mem'),
  userId: textOrNull('usr_7Hq2LzXk0VtWn4RbYc1M'),
  email: text('you@example.com'),
  name: textOrNull('Your name'),
  role: Role,
  isOwner: no(),
  status: Type.Enum(['active', 'invited']),
  createdAt: Type.String({ format: 'date-time' }),
  contactsRole: Type.Optional(ContactsRole),
};
export const Member = Type.Object(fields);
export const Joined = Type.Union([Member, Done]);
export const Invited = Type.Object({
  ...fields,
  inviteUrl: Type.Optional(
    text(
      'https://go.example.com/dashboard/join?token=q7Hq2LzXk0VtWn4RbYc1MJd93kfLa0Qp2Zx71MnBv5Zk',
      'The page that accepts the invitation. It contains the token and is shown once; absent for API keys.',
    ),
  ),
});
export const MemberList = Type.Object({ members: Type.Array(Member) });
