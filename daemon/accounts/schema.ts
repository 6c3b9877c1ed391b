/** The bodies of signing up, signing in and one's own account. */
import Type from 'typebox';
import { addFormat } from '../../shared/validate.ts';

const isEmail =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
/** As browsers check an email field, with a host that has a dot. */
addFormat('email-address', (text) => isEmail.test(text));

export const email = () =>
  Type.String({ minLength: 3, maxLength: 254, format: 'email-address', description: 'an email address' });
/** Addresses are the same whatever their case. */
export const normalizeEmail = (text: string) => text.toLowerCase();

const newPassword = () => Type.String({ minLength: 10, maxLength: 200 });
const oldPassword = () => Type.String({ minLength: 1, maxLength: 200 });
const name = () => Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'a name, not blank' });
const token = () => Type.String({ minLength: 16, maxLength: 128 });
const closed = { additionalProperties: false };

export const SignupInput = Type.Object(
  {
    email: email(),
    password: newPassword(),
    name: name(),
    inviteCode: Type.Optional(Type.String({ minLength: 4, maxLength: 64 })),
    inviteToken: Type.Optional(token()),
  },
  closed,
);
export const LoginInput = Type.Object({ email: email(), password: oldPassword() }, closed);
export const ForgotInput = Type.Object({ email: email() }, closed);
export const ResetInput = Type.Object({ token: token(), password: newPassword() }, closed);
export const ProfilePatch = Type.Object(
  {
    name: Type.Optional(name()),
    password: Type.Optional(newPassword()),
    currentPassword: Type.Optional(oldPassword()),
  },
  closed,
);

export const Role = Type.Enum(['admin', 'member', 'viewer']);
export const Plan = Type.Enum(['free', 'pro', 'team', 'scale']);
const time = Type.String({ format: 'date-time' });

const User = Type.Object({ id: Type.String(), email: Type.String(), name: Type.String(), createdAt: time });
const WorkspaceName = Type.Object({ id: Type.String(), name: Type.String(), plan: Plan });

export const SignedIn = Type.Object({
  token: Type.String({ description: "the session's token, shown once" }),
  expiresAt: time,
  user: User,
  workspace: WorkspaceName,
  role: Role,
});
export const Me = Type.Object({
  user: User,
  workspace: WorkspaceName,
  role: Role,
  isOwner: Type.Boolean(),
  auth: Type.Object({
    type: Type.Enum(['session', 'api_key']),
    keyId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
});
export const Done = Type.Object({ ok: Type.Literal(true) });
