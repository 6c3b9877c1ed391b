/** The bodies of signing up, signing in and one's own account. */
import Type from 'typebox';
import { people } from '../../shared/limits-of-fields.ts';
import { nameSchema } from '../../shared/name-schema.ts';
import { factorCode, PasskeyCreation, PasskeySignature, passkeyOptions } from '../../shared/people/factors/schema.ts';
import { ContactsRole, email, nullable, Role, shownPlan } from '../api/schemas.ts';
import { WorkspaceMembership } from '../workspaces/schema.ts';

const newPassword = () =>
  Type.String({
    minLength: people.password.shortest,
    maxLength: people.password.longest,
    description: 'none of the most common passwords, which are refused with 422',
  });
const oldPassword = () => Type.String({ minLength: 1, maxLength: people.password.longest });
const name = () => nameSchema(people.name);
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
/** Neither is needed if the session started within the last ten minutes. */
const Owner = { password: Type.Optional(oldPassword()), code: Type.Optional(factorCode()) };
const factorName = () => nameSchema(people.factorName);
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
    description: 'The session has no access until a second factor is set up; absent if none is required.',
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
  recoveryCodes: { ...recoveryCodes, description: 'Ten with the first factor, none with later ones; shown once.' },
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
  current: Type.Boolean({ description: 'The session that sends the request.' }),
  createdAt: time,
  lastUsedAt: Type.String({ format: 'date-time', description: 'To the minute.' }),
  userAgent: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: "The client's name for itself at sign-in.",
  }),
  address: Type.Unsafe<string | null>({ type: ['string', 'null'], description: "The client's network, a /24 or /48." }),
});
export const SessionList = Type.Object({ sessions: Type.Array(Session) });
export const Credential = Type.Object({
  type: Type.Enum(['session', 'api_key']),
  keyId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});
const operator = Type.Optional(
  Type.Literal(true, { description: 'True for operators of the installation; absent for others.' }),
);
export const Me = Type.Object({
  user: User,
  workspace: WorkspaceName,
  role: Role,
  isOwner: Type.Boolean(),
  auth: Credential,
  operator,
});

export const DashboardUser = Type.Object({
  ...User.properties,
  emailVerified: Type.Boolean(),
  canAddFactor: Type.Boolean({
    description: 'Whether the user can add a second factor: with a verified email, and always on localhost.',
  }),
});
/** Contacts, for people who have access to them. */
export const OpenContacts = Type.Object({
  enterUrl: Type.String({ description: 'URL that opens contacts, signed in.' }),
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
  {
    site: Type.Integer({ minimum: 1, description: 'the site that asks' }),
    challenge: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'what contacts gave the browser' }),
  },
  closed,
);
export const HandOverTo = Type.Object({ url: Type.String({ description: 'Where to go.' }) });
export const InvitationInput = Type.Object({ inviteToken: token() }, closed);
export const Invitation = Type.Object({
  email: Type.String(),
  role: nullable(Role),
  contactsRole: ContactsRole,
  workspaceName: nullable(Type.String({ description: 'Null for an invitation to contacts alone.' })),
  hasAccount: Type.Boolean({ description: 'Whether the address has an account, which must sign in to accept.' }),
});
export const SignInProvider = Type.Object({ name: Type.String() });
export const DemoAccount = Type.Object(
  { email: Type.String(), password: Type.String() },
  { description: 'Whom to sign in as, where this is a demo: nothing can be changed in it.' },
);

export const DashboardSettings = Type.Object({
  name: Type.String({ description: 'Name of the service.' }),
  baseUrl: Type.String(),
  defaultDomain: Type.String({ description: 'The default short domain.' }),
  signup: Type.Enum(['open', 'invite', 'closed'], { description: 'Who can create an account.' }),
  needsInviteCode: Type.Boolean({ description: 'Whether signing up without an invitation needs a code.' }),
  firstVisit: Type.Boolean({
    description: 'There is no account yet: the first one is created with the code in the log.',
  }),
  password: Type.Boolean({ description: 'Whether users can sign in with a password.' }),
  passkeys: Type.Boolean({ description: 'Whether users can sign in with a passkey.' }),
  secondFactor: Type.Boolean({ description: 'Whether signing in with a password requires a second factor.' }),
  oidc: nullable(SignInProvider),
  mail: Type.Boolean({ description: 'Whether a mail server is set up, so that emails are sent.' }),
  inviteDays: Type.Integer({ description: 'Days until an invitation expires.' }),
  demo: nullable(DemoAccount),
});
