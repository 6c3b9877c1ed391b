/** Entries of the site's audit log, as the screen shows them. */
import type { AuditEntry as Shown } from '../../../../../shared/ui/audit/entries.tsx';
import { wordsOfScreen } from '../../../../../shared/ui/screens.ts';
import { pathTo, type RouteName } from '../../../core/routes.ts';
import { isoOf } from '../../../core/times.tsx';
import type { AuditEntry } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';

const words = text.auditLog;
const actions: Partial<Record<string, string>> = words.actions;

/** Details that can name objects. */
type Facts = {
  name?: string;
  names?: string[];
  count?: number;
  description?: string;
  file_name?: string;
  receiver?: string;
  into?: number;
  into_name?: string;
  action?: string;
  role?: string;
  to?: string | null;
  tags?: string[];
  lists?: string[];
  total?: number;
};

const factsOf = ({ data }: AuditEntry): Facts => data ?? {};

/** Objects without a name, keyed by the noun in the action. */
const unnamed = { consent: words.nouns.consent, mails: words.nouns.mails };

/** Names several objects, the first ones by their names. */
const listed = (names: string[] = [], count = names.length): string =>
  [names.join(', '), ...(count > names.length ? [text.more(count - names.length)] : [])].join(' ');

/** Describes a job: "Add tags: VIP · 12 contacts". */
const jobOf = ({ action = '', tags, lists, total = 0 }: Facts): string => {
  const terms = tags ?? lists;
  const act = text.jobs.actions[action] ?? action;
  return [terms ? `${act}: ${listed(terms)}` : act, text.counts.contacts(total)].join(' · ');
};

/** Returns the name of an entry's object: its current one, or the one in the details. */
function nameOf(entry: AuditEntry): string {
  const { action, subject } = entry;
  const [noun = ''] = action.split('.');
  const facts = factsOf(entry);
  if (action === 'job.created') return jobOf(facts);
  if (Array.isArray(facts.names)) return listed(facts.names, facts.count);
  if (noun in unnamed) return unnamed[noun as keyof typeof unnamed];
  const named = [entry.name, facts.name, facts.description, facts.file_name, facts.receiver];
  const name = named.find((value) => typeof value === 'string' && value !== '');
  const role = text.roles[(facts.to ?? facts.role) as keyof typeof text.roles];
  if (name && role) return [name, role].join(' · ');
  return name ?? (/^\d+$/.test(subject) ? `#${subject}` : subject);
}

/** Describes an action. An action on several tags or lists has their number. */
function actionOf(entry: AuditEntry): string {
  const { action } = entry;
  const { count = 1, into_name: kept } = factsOf(entry);
  const many = action.startsWith('tag.') ? text.terms.tag : action.startsWith('list.') ? text.terms.list : undefined;
  if (many && kept !== undefined) return many.merged(count, kept);
  if (many && count > 1) return many.deletedMany(count);
  return actions[action] ?? action.replace('.', ' ');
}

type PathOf = (id: string, facts: Facts) => string | undefined;

const contactsWith =
  (kind: 'tag' | 'list'): PathOf =>
  (_, { into }) =>
    into === undefined ? undefined : pathTo('contacts', {}, { [kind]: String(into) });

/** Returns the path of an object of a plugin, while the plugin has its screen `list`. */
const ofPlugin =
  (list: RouteName, one: RouteName): PathOf =>
  (id) =>
    wordsOfScreen(list) && pathTo(one, { id });

/** The screens of objects, keyed by the noun in the action. */
const screens: Partial<Record<string, PathOf>> = {
  consent: () => pathTo('consent'),
  contact: (id) => pathTo('contact', { id }),
  contacts: () => pathTo('export'),
  field: () => pathTo('fields'),
  field_group: () => pathTo('fields'),
  form: ofPlugin('forms', 'form'),
  hook: ofPlugin('hooks', 'hook'),
  import: (id) => pathTo('import', {}, { id }),
  job: () => pathTo('jobs'),
  key: () => pathTo('restApi'),
  links: () => pathTo('links'),
  list: contactsWith('list'),
  mail: () => pathTo('mail'),
  mails: () => pathTo('mail'),
  member: () => pathTo('users'),
  plugin: () => pathTo('plugins'),
  rule: (id) => pathTo('rule', { id }),
  segment: (id) => pathTo('contacts', {}, { segment: id }),
  settings: () => pathTo('plugins'),
  tag: contactsWith('tag'),
  template: ofPlugin('templates', 'template'),
  user: () => pathTo('users'),
  webhook: (id) => pathTo('webhook', { id }),
};

/** Returns the screen of an entry's object. Deleted objects have none. */
function hrefOf(entry: AuditEntry): string | undefined {
  const [noun = '', verb] = entry.action.split('.');
  if (verb === 'deleted' || (noun === 'contact' && entry.name === null)) return undefined;
  return screens[noun]?.(entry.subject, factsOf(entry));
}

/** Returns a user's name, or another caller with a capital letter, because the text is alone on its line. */
function whoOf({ by }: AuditEntry): string {
  const who = text.timeline.by(by);
  return by.type === 'user' ? who : who.charAt(0).toLocaleUpperCase(document.documentElement.lang) + who.slice(1);
}

export function toShown(entry: AuditEntry): Shown {
  return {
    who: whoOf(entry),
    what: actionOf(entry),
    about: nameOf(entry),
    href: hrefOf(entry),
    at: isoOf(entry.at),
    action: entry.action,
    object: entry.subject,
    details: entry.data,
  };
}
