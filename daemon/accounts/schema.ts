/** The bodies of signing up, signing in and one's own account. */
import Type from 'typebox';
import { factorCode, PasskeyCreation, PasskeySignature, passkeyOptions } from '../../shared/factors/schema.ts';
import { people } from '../../shared/limits-of-fields.ts';
import { email, nullable, Role, shownPlan } from '../api/schemas.ts';
import { WorkspaceMembership } from '../workspaces/schema.ts';

const newPassword = () => Type.String({ minLength: people.password.shortest, maxLength: people.password.longest });
const oldPassword = () => Type.String({ minLength: 1, maxLength: people.password.longest });
const name = () =>
  Type.String({ minLength: 1, maxLength: people.name, pattern: '\\S', description: 'a name, not blank' });
const token = () => Type.String({ minLength: 16, maxLength: 128 });
const closed = { additionalProperties: false };

export const SignupInput = Type.Object(
  {
    email: email(),
    password: newPassword(),
    name: name(),
    inviteCode: Type.Optional(Type.String({ minLength: 4, maxLength: people.inviteCode })),
    inviteToken: Type.Optional(token()),
  },
  closed,
);
export const FirstVisitInput = Type.Object(
  {
    email: email(),
    password: newPassword(),
    name: name(),
    code: Type.String({ minLength: 1, maxLength: people.inviteCode, description: 'as it is in the log' }),
  },
  closed,
);
export const LoginInput = Type.Object(
  { email: email(), password: oldPassword(), code: Type.Optional(factorCode()) },
  closed,
);
export const PasskeyLoginInput = Type.Object({ response: PasskeySignature }, closed);
/** Neither: the session was begun within the last ten minutes. */
const Owner = { password: Type.Optional(oldPassword()), code: Type.Optional(factorCode()) };
const factorName = () =>
  Type.String({ minLength: 1, maxLength: people.factorName, pattern: '\\S', description: 'a name, not blank' });
export const FactorInput = Type.Object({ name: Type.Optional(factorName()), password: Owner.password }, closed);
export const TotpConfirmation = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 64 }), code: factorCode() },
  closed,
);
export const PasskeyConfirmation = Type.Object(
  { name: Type.Optional(factorName()), response: PasskeyCreation },
  closed,
);
export const OwnerPassword = Type.Object({ password: Owner.password }, closed);
export const OwnerProof = Type.Object(Owner, closed);
export const ForgotInput = Type.Object({ email: email() }, closed);
export const VerifyInput = Type.Object({ token: token() }, closed);
export const AddressInput = Type.Object({ email: email(), currentPassword: oldPassword() }, closed);
export const ResetInput = Type.Object({ token: token(), password: newPassword() }, closed);
export const ProfilePatch = Type.Object(
  {
    name: Type.Optional(name()),
    password: Type.Optional(newPassword()),
    currentPassword: Type.Optional(oldPassword()),
  },
  closed,
);

const time = Type.String({ format: 'date-time' });

export const User = Type.Object({ id: Type.String(), email: Type.String(), name: Type.String(), createdAt: time });
export const WorkspaceName = Type.Object({ id: Type.String(), name: Type.String(), ...shownPlan });

const needsSecondFactor = Type.Optional(
  Type.Literal(true, {
    description: 'The session does nothing before a second factor is set up; left out where it is free.',
  }),
);

export const SignedIn = Type.Object({
  token: Type.String({ description: "the session's token, shown once" }),
  expiresAt: time,
  user: User,
  workspace: WorkspaceName,
  role: Role,
  needsSecondFactor,
});

export const TotpBegun = Type.Object({
  id: Type.String(),
  secret: Type.String({ description: 'in Base32, to be typed; shown once' }),
  uri: Type.String({ description: 'what the app reads from a QR code' }),
});
export const PasskeyOptions = Type.Object({ options: passkeyOptions() });
const recoveryCodes = Type.Array(Type.String(), {
  description: 'Each works once in place of a code; shown once.',
});
export const RecoveryCodes = Type.Object({ recoveryCodes });
export const FactorAdded = Type.Object({
  id: Type.String(),
  recoveryCodes: { ...recoveryCodes, description: 'Ten with the first factor, none with another; shown once.' },
});
export const Factor = Type.Object({
  id: Type.String(),
  type: Type.Enum(['totp', 'passkey'], { description: 'An authenticator app or a passkey.' }),
  name: Type.String(),
  createdAt: time,
  lastUsedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
});
export const FactorList = Type.Object({
  factors: Type.Array(Factor),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
});
export const Session = Type.Object({
  id: Type.String(),
  current: Type.Boolean({ description: 'The one that asks.' }),
  createdAt: time,
  lastUsedAt: Type.String({ format: 'date-time', description: 'To the minute.' }),
  userAgent: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'What signed in, as it called itself.',
  }),
  address: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Its network, a /24 or /48.' }),
});
export const SessionList = Type.Object({ sessions: Type.Array(Session) });
export const Credential = Type.Object({
  type: Type.Enum(['session', 'api_key']),
  keyId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});
const operator = Type.Optional(
  Type.Literal(true, { description: 'Watches over the whole installation; left out for others.' }),
);
export const Me = Type.Object({
  user: User,
  workspace: WorkspaceName,
  role: Role,
  isOwner: Type.Boolean(),
  auth: Credential,
  operator,
});

export const DashboardUser = Type.Object({ ...User.properties, emailVerified: Type.Boolean() });
/** Contacts, for people who have access to them. */
export const OpenContacts = Type.Object({
  enterUrl: Type.String({ description: 'Opens contacts, signed in.' }),
  role: Type.Enum(['administrator', 'editor', 'viewer']),
});
export const DashboardSession = Type.Object({
  user: DashboardUser,
  workspaces: Type.Array(WorkspaceMembership),
  operator,
  needsSecondFactor,
  contacts: Type.Union([OpenContacts, Type.Null()]),
});
export const HandOverInput = Type.Object(
  { challenge: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'what contacts gave the browser' }) },
  closed,
);
export const HandOverTo = Type.Object({ url: Type.String({ description: 'Where to go.' }) });
export const InvitationInput = Type.Object({ inviteToken: token() }, closed);
export const Invitation = Type.Object({
  email: Type.String(),
  role: Role,
  workspaceName: Type.String(),
  hasAccount: Type.Boolean({ description: 'Whether the address has an account, whose user signs in to accept.' }),
});
export const SignInProvider = Type.Object({ name: Type.String() });
export const DashboardSettings = Type.Object({
  name: Type.String({ description: 'What the service calls itself.' }),
  baseUrl: Type.String(),
  defaultDomain: Type.String({ description: 'The short domain of links that name no other.' }),
  signup: Type.Enum(['open', 'invite', 'closed'], { description: 'Who may make an account.' }),
  needsInviteCode: Type.Boolean({ description: 'Signing up without an invitation takes a code.' }),
  firstVisit: Type.Boolean({ description: 'Nobody has an account yet: the first is made with the code in the log.' }),
  password: Type.Boolean({ description: 'Whether people may sign in with a password.' }),
  passkeys: Type.Boolean({ description: 'Whether people may sign in with a passkey.' }),
  secondFactor: Type.Boolean({ description: 'Whether everybody who signs in with a password needs a second factor.' }),
  oidc: nullable(SignInProvider),
  mail: Type.Boolean({ description: 'Whether mails reach people: a mail server is set up.' }),
  inviteDays: Type.Integer({ description: 'How many days an invitation holds.' }),
});
