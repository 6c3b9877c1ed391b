/** Bodies for signing up, signing in and the caller's account. */
import Type from 'typebox';
import { people } from '../../shared/limits-of-fields.ts';
import { nameSchema } from '../../shared/name-schema.ts';
import { languages } from '../../shared/pages/language.ts';
import { factorCode, PasskeyCreation, PasskeySignature, passkeyOptions } from '../../shared/people/factors/schema.ts';
import {
  ContactsRole,
  email,
  exampleIds,
  id,
  no,
  nullable,
  number,
  Role,
  shownPlan,
  text,
  textOrNull,
} from '../api/schemas.ts';
import { Workspace, WorkspaceMembership } from '../workspaces/schema.ts';

const newPassword = () =>
  Type.String({
    minLength: people.password.shortest,
    maxLength: people.password.longest,
    description: 'none of the most common passwords, which are refused with 422',
    examples: ['another ten characters'],
  });
const oldPassword = () =>
  Type.String({ minLength: 1, maxLength: people.password.longest, examples: ['ten characters or more'] });
const named = (longest: number, example: string) => ({ ...nameSchema(longest), examples: [example] });
const name = () => named(people.name, 'Your name');
const tokenForm = { minLength: 16, maxLength: 128 };
const token = () => Type.String({ ...tokenForm, examples: ['q7Hq2LzXk0VtWn4RbYc1MJd93kfLa0Qp2Zx71MnBv5Zk'] });
const closed = { additionalProperties: false };

export const SignupInput = Type.Object(
  {
    email: email(),
    password: newPassword(),
    name: name(),
    inviteCode: Type.Optional(Type.String({ minLength: 4, maxLength: people.inviteCode })),
    inviteToken: Type.Optional(Type.String(tokenForm)),
  },
  closed,
);
export const FirstVisitInput = Type.Object(
  {
    email: email(),
    password: newPassword(),
    name: name(),
    code: Type.String({
      minLength: 1,
      maxLength: people.inviteCode,
      description: 'the code in the log',
      examples: ['7kq2-m9fw'],
    }),
  },
  closed,
);
export const LoginInput = Type.Object(
  { email: email(), password: oldPassword(), code: Type.Optional(factorCode()) },
  closed,
);
export const PasskeyLoginInput = Type.Object({ response: PasskeySignature }, closed);
/** Fields that prove who the caller is. Neither is required if the session started within the last ten minutes. */
const Owner = { password: Type.Optional(oldPassword()), code: Type.Optional(factorCode()) };
const factorName = () => named(people.factorName, 'Laptop');
export const FactorInput = Type.Object({ name: Type.Optional(factorName()), password: Owner.password }, closed);
export const TotpConfirmation = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64, examples: [exampleIds.fac] }),
    code: { ...factorCode(), examples: ['287082'] },
  },
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
const language = nullable(
  Type.Enum([...languages], {
    description: "Language of both applications; null for the browser's.",
    examples: ['de'],
  }),
);

export const ProfilePatch = Type.Object(
  {
    name: Type.Optional(name()),
    language: Type.Optional(language),
    password: Type.Optional(newPassword()),
    currentPassword: Type.Optional(oldPassword()),
  },
  closed,
);

const time = Type.String({ format: 'date-time' });

export const User = Type.Object({
  id: id('usr'),
  email: text('you@example.com'),
  name: text('Your name'),
  createdAt: time,
});
export const WorkspaceName = Type.Object({ id: id('ws'), name: text('Campaigns'), ...shownPlan });

/** The user's workspace and role. Both are null for a user without a workspace. */
const membership = { workspace: nullable(WorkspaceName), role: nullable(Role) };

const needsSecondFactor = Type.Optional(
  Type.Literal(true, {
    description: 'The session has no access until a second factor is set up; absent if none is required.',
  }),
);

export const SignedIn = Type.Object({
  token: text('fst_q7Hq2LzXk0VtWn4RbYc1MJd93kfLa0Qp2Zx71MnBv5Z', "the session's token, shown once"),
  expiresAt: time,
  user: User,
  ...membership,
  needsSecondFactor,
});

export const TotpBegun = Type.Object({
  id: id('fac'),
  secret: text('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'in Base32, to type; shown once'),
  uri: text(
    'otpauth://totp/Waypost%20go.example.com:you%40example.com?issuer=Waypost%20go.example.com&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    'the content of the QR code for the app',
  ),
});
export const PasskeyOptions = Type.Object({ options: passkeyOptions() });
const recoveryCodes = Type.Array(text('7kq2m-x9fwd'), {
  description: 'Each works once in place of a code; shown once.',
});
export const RecoveryCodes = Type.Object({ recoveryCodes });
export const FactorAdded = Type.Object({
  id: id('fac'),
  recoveryCodes: { ...recoveryCodes, description: 'Ten with the first factor, none with later ones; shown once.' },
});
export const Factor = Type.Object({
  id: id('fac'),
  type: Type.Enum(['totp', 'passkey'], { description: 'An authenticator app or a passkey.' }),
  name: text('Authenticator app'),
  createdAt: time,
  lastUsedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
});
export const FactorList = Type.Object({
  factors: Type.Array(Factor),
  recoveryCodesLeft: number(10),
});
export const Session = Type.Object({
  id: id('ses'),
  current: Type.Boolean({ description: 'The session that sends the request.' }),
  createdAt: time,
  lastUsedAt: Type.String({ format: 'date-time', description: 'To the minute.' }),
  userAgent: textOrNull(
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    "The client's name for itself at sign-in.",
  ),
  address: textOrNull('203.0.113.0/24', "The client's network, a /24 or /48."),
});
export const SessionList = Type.Object({ sessions: Type.Array(Session) });
export const Credential = Type.Object({
  type: Type.Enum(['session', 'api_key']),
  keyId: textOrNull(null),
});
const operator = Type.Optional(
  Type.Literal(true, { description: 'True for operators of the installation; absent for others.' }),
);
export const Me = Type.Object({
  user: User,
  ...membership,
  isOwner: Type.Boolean(),
  auth: Credential,
  operator,
});

export const DashboardUser = Type.Object({
  ...User.properties,
  language,
  emailVerified: Type.Boolean(),
  canAddFactor: Type.Boolean({
    description: 'Whether the user can add a second factor: with a verified email, and always on localhost.',
  }),
});
/** Access to contacts, for users who have it. */
export const OpenContacts = Type.Object({
  enterUrl: text(
    'https://contacts.example.com/wp-json/waypost-admin/v1/enter?by=dashboard',
    'URL that opens contacts, signed in.',
  ),
  role: Type.Enum(['administrator', 'editor', 'viewer']),
});
export const DashboardSession = Type.Object({
  user: DashboardUser,
  workspaces: Type.Array(WorkspaceMembership),
  operator,
  openReviews: Type.Optional(
    Type.Integer({ description: 'For operators: the number of open safety reviews, up to 100.', examples: [3] }),
  ),
  needsSecondFactor,
  contacts: Type.Union([OpenContacts, Type.Null()]),
  workspace: nullable(Workspace),
  demo: no('Whether this is a demo, which refuses changes.'),
});
export const HandOverInput = Type.Object(
  {
    site: Type.Integer({ minimum: 1, description: 'the site that sends the request' }),
    challenge: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'the challenge that contacts gave the browser',
    }),
  },
  closed,
);
export const HandOverTo = Type.Object({
  url: text(
    'https://contacts.example.com/wp-json/waypost-admin/v1/enter/finish?ticket=7kQm&challenge=q2Zt',
    'URL to open next.',
  ),
});
export const InvitationInput = Type.Object({ inviteToken: token() }, closed);
export const Invitation = Type.Object({
  email: text('guest@example.com'),
  role: nullable(Role),
  contactsRole: ContactsRole,
  workspaceName: textOrNull('Campaigns', 'Null for an invitation only to contacts.'),
  hasAccount: no('Whether the email has an account, which must sign in to accept.'),
});
export const SignInProvider = Type.Object({ name: text('Example') });
export const DemoAccount = Type.Object(
  { email: text('demo@example.com'), password: text('ten characters or more') },
  { description: 'The account to sign in with, if this is a demo: nothing can be changed in it.' },
);

export const DashboardSettings = Type.Object({
  name: text('Waypost', 'Name of the service.'),
  baseUrl: text('https://go.example.com/api'),
  contactsUrl: text('https://contacts.example.com', 'Public URL of contact automation.'),
  defaultDomain: text('go.example.com', 'The default short domain.'),
  signup: Type.Enum(['open', 'invite', 'closed'], { description: 'Who can create an account.' }),
  needsInviteCode: no('Whether signing up without an invitation needs a code.'),
  firstVisit: no('Whether there is no account yet: the first one is created with the code in the log.'),
  password: Type.Boolean({ description: 'Whether users can sign in with a password.' }),
  passkeys: Type.Boolean({ description: 'Whether users can sign in with a passkey.' }),
  secondFactor: no('Whether signing in with a password requires a second factor.'),
  oidc: nullable(SignInProvider),
  mail: Type.Boolean({ description: 'Whether a mail server is set up, so that emails are sent.' }),
  inviteDays: Type.Integer({ description: 'Days until an invitation expires.', examples: [14] }),
  demo: { ...nullable(DemoAccount), examples: [null] },
});
