/** The people who sign in, and what the site is made of, as answers show them. */
import Type, { type Static } from 'typebox';
import { checkMembers, overallState } from '../../../../shared/check/schema.ts';
import { passkeyOptions } from '../../../../shared/factors/schema.ts';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { roles } from '../../../host/core/route.ts';
import { answerWith, closed } from '../../../host/envelope.ts';
import { Form } from '../../../host/form-shape.ts';
import { count, id, members, named, text, textOrNull, time, timeOrNull } from '../../../host/shapes.ts';

const role = Type.Enum([...roles]);
const email = text('The address.', 'ada@example.com');
const name = text('The name.', 'Ada Lovelace');
const wordpress = Type.Boolean({ description: 'A person of WordPress.', examples: [false] });
const joined = Type.Boolean({ description: 'The account is one of the link service.', examples: [true] });

const AdminScreen = named('AdminScreen', {
  name: text('The name, which is in its address.', 'birthdays'),
  title: text('The heading.', 'Birthdays soon'),
  note: textOrNull('What it is for.', 'Contacts to congratulate.'),
  icon: textOrNull('The name of a drawing.', 'contact'),
  menu: Type.Enum(['main', 'settings'], { examples: ['main'] }),
  after: textOrNull('The screen that it stands after.', 'contacts'),
  key: textOrNull('Leads there after a g.', 'b'),
});
export type AdminScreen = Static<typeof AdminScreen>;

const SignInWays = named(
  'SignInWays',
  {
    password: Type.Boolean({ description: 'With a password.', examples: [true] }),
    passkeys: Type.Boolean({ description: 'With a passkey.', examples: [true] }),
    provider: textOrNull('At the provider of OpenID Connect that has this name.', 'Single sign-on'),
  },
  'How people sign in here.',
);
export type SignInWays = Static<typeof SignInWays>;

export const Session = named('Session', {
  user: Type.Object({ ID: id(), email, name, role, wordpress, joined }, closed),
  nonce: text('Goes into X-WP-Nonce.', 'f3b1c0a49d'),
  site: Type.Object(
    {
      url: text('The address of the site.', 'https://example.com'),
      mail: Type.Boolean({ description: 'Mails leave by a mail server.', examples: [true] }),
      passkeys: Type.Boolean({ description: 'There are passkeys at this address.', examples: [true] }),
    },
    closed,
  ),
  sign_in: SignInWays,
  needs_second_factor: Type.Boolean({
    description: 'The session does nothing before a second factor is set up.',
    examples: [false],
  }),
  links: nullable(
    Type.Object(
      {
        url: text('The dashboard of the link service.', 'https://go.example.com/dashboard'),
        enter_url: text('Opens it, signed in.', 'https://go.example.com/api/dashboard/enter'),
      },
      closed,
    ),
  ),
  screens: Type.Array(AdminScreen, { description: 'The screens of plugins that are for this role.' }),
});
export type Session = Static<typeof Session>;
export const SessionAnswer = answerWith(Session.properties);

export const OwnSession = named('OwnSession', {
  ID: id(),
  current: Type.Boolean({ examples: [true] }),
  created_at: time('When it began.'),
  last_used_at: time('When it was used last.'),
  user_agent: textOrNull('The browser.', 'Firefox on Linux'),
  address: textOrNull('A part of the address.', '192.0.2.0/24'),
});
export type OwnSession = Static<typeof OwnSession>;
export const SessionsAnswer = answerWith({ sessions: Type.Array(OwnSession) });

const SecondFactor = named('SecondFactor', {
  id: text('The id.', 'fac_Rb7Yc1M2LzXk0VtWn4Hq'),
  type: Type.Enum(['totp', 'passkey'], { examples: ['totp'] }),
  name: text('The name.', 'Authenticator app'),
  created_at: time('When it was added.'),
  last_used_at: timeOrNull('When it was used last.'),
});
export type SecondFactor = Static<typeof SecondFactor>;
const recoveryCodes = Type.Array(Type.String(), {
  description: 'Each works once in place of a code; shown once. Ten with the first factor, none with another.',
  examples: [['7kq2m-x9fwd', 'p3vnt-82hcr']],
});
export const FactorsAnswer = answerWith({
  factors: Type.Array(SecondFactor),
  recovery_codes_left: Type.Integer({ minimum: 0, examples: [10] }),
});
export const TotpAnswer = answerWith({
  id: text('The id.', 'fac_Rb7Yc1M2LzXk0VtWn4Hq'),
  secret: text('In Base32, to be typed; shown once.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
  uri: text('What the app reads from a QR code.', 'otpauth://totp/Waypost:ada%40example.com?secret=JBSWY3DPEHPK3PXP'),
});
export const PasskeyOptionsAnswer = answerWith({ options: passkeyOptions() });
export const CodesAnswer = answerWith({ recovery_codes: recoveryCodes });

const admin = {
  ID: id(),
  email,
  name,
  role,
  status: Type.Enum(['active', 'invited']),
  wordpress,
  joined,
  created_at: time('When the person was invited.'),
  last_sign_in_at: timeOrNull('When the person signed in last.'),
};
export const Admin = named('Admin', admin, 'A person who signs in.');
export type Admin = Static<typeof Admin>;

export const InvitedAdmin = named('InvitedAdmin', {
  ...admin,
  invite_url: text('Where the mail leads to.', 'https://example.com/wp-admin/join#token=7kQm'),
});
export type InvitedAdmin = Static<typeof InvitedAdmin>;

export const AdminsAnswer = answerWith({ admins: Type.Array(Admin) });
export const AdminAnswer = answerWith({ admin: Admin });
export const InvitedAnswer = answerWith({ admin: InvitedAdmin });

export const Invitation = named('Invitation', { email, name, role });
export type Invitation = Static<typeof Invitation>;
export const InvitationAnswer = answerWith({ invitation: Invitation, sign_in: SignInWays });

const plugin = {
  name: text('The name.', 'automations'),
  version: text('The version.', '1.0.0'),
  description: text('A sentence.', 'Contacts, tags and lists.'),
  tables: Type.Array(Type.String(), { examples: [['wp_automations_contacts']] }),
  active: Type.Boolean({ examples: [true] }),
  from: text("Where it is; '' when it is not installed.", 'automations-api/plugins/automations'),
  problem: text("'' where all is well.", ''),
};
const Plugin = named('Plugin', plugin);
const PluginJob = named('PluginJob', {
  name: text('The name.', 'forget-old-sessions'),
  every_seconds: nullable(Type.Integer({ description: 'Done this often.', examples: [3600] })),
  at: textOrNull('Done at this time of the day, in UTC.', '06:00'),
});
export const ListedPlugin = named('ListedPlugin', {
  ...plugin,
  jobs: Type.Array(PluginJob, { description: 'Work that one process of the site does by the clock, while it runs.' }),
  needed: Type.Boolean({ description: 'It is not to be switched off here.', examples: [false] }),
});
export type ListedPlugin = Static<typeof ListedPlugin>;
export const PluginsAnswer = answerWith({ plugins: Type.Array(ListedPlugin) });
export const PluginAnswer = answerWith({ plugin: Plugin });

export const SiteHealth = named('SiteHealth', {
  checked_at: time('When it was looked at; an answer is kept for 30 seconds.'),
  state: overallState,
  checks: Type.Array(Type.Object(checkMembers, closed)),
});
export type SiteHealth = Static<typeof SiteHealth>;
export const HealthAnswer = answerWith({ health: SiteHealth });

export const SiteMail = named('SiteMail', {
  server: textOrNull('The mail server; null: mails are written to files.', 'mail.example.com:587'),
  folder: nullable(Type.String({ description: 'Where files are written.', examples: ['/var/lib/waypost/mail'] })),
  from: text('The address that mails come from.', 'Example <mail@example.com>'),
});
export type SiteMail = Static<typeof SiteMail>;
export const MailAnswer = answerWith({ mail: SiteMail });
export const SentAnswer = answerWith({
  sent: Type.Object({ to: email, answer: text('What the mail server said.', '250 2.0.0 OK') }, closed),
});

const CardAction = named('CardAction', {
  name: text('The name.', 'greet'),
  label: text('On the button.', 'Note a greeting'),
  icon: textOrNull('The name of a drawing.', 'mail'),
  warning: textOrNull('Asked before.', 'It cannot be taken back.'),
  form: nullable(Form),
});
export type CardAction = Static<typeof CardAction>;

const CardRow = named('CardRow', {
  id: text('Tells it from the others.', '1'),
  contact_id: nullable(Type.Integer({ description: 'The contact that it is about.', examples: [1] })),
  cells: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
    description: "Texts, numbers, truths and nulls by the members of the columns' schema.",
    examples: [{ email: 'ada@example.com' }],
  }),
});
export type CardRow = Static<typeof CardRow>;

const CardTable = named('CardTable', {
  columns: Form,
  rows: Type.Array(CardRow),
  total: count('How many there are in all.'),
  actions: Type.Array(CardAction),
});
export type CardTable = Static<typeof CardTable>;

export const SettingsCard = named('SettingsCard', {
  name: text('The name.', 'birthday'),
  title: text('The heading.', 'Birthdays'),
  note: textOrNull('What it is for.', 'Rules can begin on the birthday of a contact.'),
  form: nullable(Form),
  values: members("By the members of the form's schema.", { greeting: 'Happy birthday!' }),
  table: nullable(CardTable),
  actions: Type.Array(CardAction),
  problem: textOrNull('Why it cannot be shown.', 'The plugin birthday could not show this.'),
});
export type SettingsCard = Static<typeof SettingsCard>;
export const CardsAnswer = answerWith({ cards: Type.Array(SettingsCard) });
export const CardAnswer = answerWith({ card: SettingsCard });
export const ActAnswer = answerWith({
  acted: Type.Object({ message: textOrNull('What came of it.', 'Sent to 3 contacts') }, closed),
});
