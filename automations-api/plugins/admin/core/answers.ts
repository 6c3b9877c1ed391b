/** Answer schemas: users, plugins, health, mail and cards. */
import Type, { type Static } from 'typebox';
import { checkFields, overallState } from '../../../../shared/check/schema.ts';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { languages } from '../../../../shared/pages/language.ts';
import { roles } from '../../../host/core/route.ts';
import { answerWith, closed } from '../../../host/envelope.ts';
import { Form } from '../../../host/form-shape.ts';
import { count, id, members, named, text, textOrNull, time } from '../../../host/shapes.ts';

const role = Type.Enum([...roles]);
const email = text('The email address.', 'ada@example.com');
const name = text('The name.', 'Ada Lovelace');
const wordpress = Type.Boolean({ description: 'True for a WordPress user.', examples: [false] });

const AdminScreen = named('AdminScreen', {
  name: text('The name, as in its URL.', 'birthdays'),
  title: text('The heading.', 'Birthdays soon'),
  note: textOrNull('Purpose.', 'Contacts to congratulate.'),
  icon: textOrNull('Name of the icon.', 'contact'),
  menu: Type.Enum(['main', 'settings'], { examples: ['main'] }),
  after: textOrNull('The screen it follows in the menu.', 'contacts'),
  key: textOrNull('Key that opens it after g.', 'b'),
});
export type AdminScreen = Static<typeof AdminScreen>;

const language = nullable(
  Type.Enum([...languages], { description: "The user's language; null for the browser's.", examples: ['de'] }),
);

export const Session = named('Session', {
  user: Type.Object({ ID: id(), email, name, role, language, wordpress }, closed),
  nonce: text('Goes into X-WP-Nonce.', 'f3b1c0a49d'),
  site: Type.Object(
    {
      url: text('URL of the site.', 'https://example.com'),
      mail: Type.Boolean({ description: 'Whether a mail server sends the emails.', examples: [true] }),
      demo: Type.Boolean({ description: 'Whether this is a demo, which refuses changes.', examples: [false] }),
    },
    closed,
  ),
  dashboard_url: textOrNull(
    'The dashboard; null for WordPress users, who have no account there.',
    'https://go.example.com/dashboard',
  ),
  plugins: Type.Array(Type.String(), {
    description: 'Names of the running plugins.',
    examples: [['automations', 'admin']],
  }),
  screens: Type.Array(AdminScreen, { description: "Plugins' screens for this role." }),
});
export type Session = Static<typeof Session>;
export const SessionAnswer = answerWith(Session.properties);

const admin = { ID: id(), email, name, role };
export const Admin = named(
  'Admin',
  { ...admin, created_at: time('Time the role was first given.') },
  'A user with a role at this site.',
);
export type Admin = Static<typeof Admin>;

export const Invitation = named('Invitation', {
  ID: id(),
  email,
  role,
  created_at: time('Time of the invitation.'),
  expires_at: time('Time it expires.'),
});
export type Invitation = Static<typeof Invitation>;

const WordPressPerson = named('WordPressPerson', { ...admin, last_used_at: time('Last use.') });
export type WordPressPerson = Static<typeof WordPressPerson>;

export const AdminsAnswer = answerWith({
  admins: Type.Array(Admin),
  invitations: Type.Array(Invitation),
  wordpress: Type.Array(WordPressPerson, { description: 'Signed-in WordPress users.' }),
});
export const AdminAnswer = answerWith({ admin: Admin });
export const InvitationAnswer = answerWith({ invitation: Invitation });
export const AddedAnswer = answerWith({ admin: nullable(Admin), invitation: nullable(Invitation) });

const plugin = {
  name: text('The name.', 'automations'),
  version: text('The version.', '1.0.0'),
  description: text('A sentence.', 'Contacts, tags and lists.'),
  tables: Type.Array(Type.String(), { examples: [['wp_automations_contacts']] }),
  active: Type.Boolean({ examples: [true] }),
  from: text("Location; '' if it is not installed.", 'automations-api/plugins/automations'),
  problem: text("The problem; '' if there is none.", ''),
};
const Plugin = named('Plugin', plugin);
const PluginJob = named('PluginJob', {
  name: text('The name.', 'forget-old-sessions'),
  every_seconds: nullable(Type.Integer({ description: 'Done this often.', examples: [3600] })),
  at: textOrNull('Time of day, in UTC.', '06:00'),
});
export const ListedPlugin = named('ListedPlugin', {
  ...plugin,
  jobs: Type.Array(PluginJob, { description: 'Scheduled work, done by one process of the site.' }),
  needed: Type.Boolean({ description: 'It cannot be deactivated here.', examples: [false] }),
});
export type ListedPlugin = Static<typeof ListedPlugin>;
export const PluginsAnswer = answerWith({ plugins: Type.Array(ListedPlugin) });
export const PluginAnswer = answerWith({ plugin: Plugin });

export const SiteHealth = named('SiteHealth', {
  checked_at: time('Time of the check; an answer is cached for 30 seconds.'),
  state: overallState,
  checks: Type.Array(Type.Object(checkFields, closed)),
});
export type SiteHealth = Static<typeof SiteHealth>;
export const HealthAnswer = answerWith({ health: SiteHealth });

export const SiteMail = named('SiteMail', {
  server: textOrNull('The mail server; null: emails are written to files.', 'mail.example.com:587'),
  folder: nullable(Type.String({ description: 'Folder of the files.', examples: ['/var/lib/waypost/mail'] })),
  from: text('Sender address of emails.', 'Example <mail@example.com>'),
});
export type SiteMail = Static<typeof SiteMail>;
export const MailAnswer = answerWith({ mail: SiteMail });
export const SentAnswer = answerWith({
  sent: Type.Object({ to: email, answer: text("The mail server's reply.", '250 2.0.0 OK') }, closed),
});

const CardAction = named('CardAction', {
  name: text('The name.', 'greet'),
  label: text('On the button.', 'Note a greeting'),
  icon: textOrNull('Name of the icon.', 'mail'),
  warning: textOrNull('Question before the action.', 'It cannot be undone.'),
  form: nullable(Form),
});
export type CardAction = Static<typeof CardAction>;

const CardRow = named('CardRow', {
  id: text('Identifies it.', '1'),
  contact_id: nullable(Type.Integer({ description: 'The contact concerned.', examples: [1] })),
  cells: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
    description: "Texts, numbers, booleans and nulls by the fields of the columns' schema.",
    examples: [{ email: 'ada@example.com' }],
  }),
});
export type CardRow = Static<typeof CardRow>;

const CardTable = named('CardTable', {
  columns: Form,
  rows: Type.Array(CardRow),
  total: count('Total.'),
  actions: Type.Array(CardAction),
});
export type CardTable = Static<typeof CardTable>;

export const SettingsCard = named('SettingsCard', {
  name: text('The name.', 'birthday'),
  title: text('The heading.', 'Birthdays'),
  note: textOrNull('Purpose.', 'Rules can start on the birthday of a contact.'),
  form: nullable(Form),
  values: members("By the fields of the form's schema.", { greeting: 'Happy birthday!' }),
  table: nullable(CardTable),
  actions: Type.Array(CardAction),
  preview: Type.Boolean({ description: 'Whether unsaved values, or the rows, have previews.', examples: [false] }),
  problem: textOrNull('Reason why it cannot be shown.', 'The plugin birthday could not show this.'),
});
export type SettingsCard = Static<typeof SettingsCard>;
export const CardsAnswer = answerWith({ cards: Type.Array(SettingsCard) });
export const CardAnswer = answerWith({ card: SettingsCard });
export const ActAnswer = answerWith({
  acted: Type.Object({ message: textOrNull('Result.', 'Sent to 3 contacts') }, closed),
});
export const PreviewAnswer = answerWith({
  preview: Type.Object(
    { url: text('The page to show in a frame.', 'https://example.com/wp-json/waypost-admin/v1/card/preview/4fzz…') },
    closed,
  ),
});
