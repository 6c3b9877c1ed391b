/** Triggers of rules: an event, optionally narrowed to a tag, list or link. Pure. */
import { longestUrl } from '../../../../shared/limits-of-fields.ts';
import { cleanMembers } from '../../../host/clean-members.ts';
import type { EventKind, FormMember, Trigger } from '../../../host/extensions.ts';
import { fail, unprocessable } from '../core/errors.ts';
import type { ContactEvent, EventName } from '../core/events.ts';
import { readEventName } from '../events/core/event.ts';
import { placeOf } from '../link-clicks/core/short-url.ts';
import { type EventKinds, endsContact } from './definition.ts';

type Fields = { [field: string]: unknown };
type Subject = { id: number | string; url?: string } | undefined;

/** Builds the part of an event kind that narrows it to a tag, list or link. */
const narrowedTo = (name: 'tag' | 'list' | 'link', says: string): Partial<EventKind> => ({
  says,
  members: { properties: { [name]: narrows[name] } },
  read: ({ [name]: value }) => ({ [name]: name === 'link' ? readLink(value) : readTermId(name, value) }),
  matches({ [name]: wanted }, { [name]: value }) {
    const subject = value as Subject;
    return subject !== undefined && (name === 'link' ? isLink(subject, String(wanted)) : subject.id === wanted);
  },
});

const narrows: { [name in 'tag' | 'list' | 'link']: FormMember } = {
  tag: { type: 'integer', control: 'tag', title: 'Which tag' },
  list: { type: 'integer', control: 'list', title: 'Which list' },
  link: {
    type: 'string',
    control: 'link',
    title: 'Which link',
    description: 'A short URL of the link service, such as go.example/offer.',
    maxLength: longestUrl,
  },
};

const described: { [name in EventName]: Omit<EventKind, 'name'> } = {
  'contact.created': { label: 'A contact is added', title: 'Contact added' },
  'contact.updated': { label: 'A contact is changed', title: 'Contact changed' },
  'contact.status_changed': { label: 'The status of a contact changes', title: 'Status changed' },
  'contact.email_changed': { label: 'The email of a contact changes', title: 'Email changed' },
  'contact.deleted': { label: 'A contact is deleted', title: 'Contact deleted', leavesNobody: true },
  'tag.added': {
    label: 'A tag is added to a contact',
    title: 'Tag added',
    ...narrowedTo('tag', 'The tag {tag} is added to a contact'),
  },
  'tag.removed': {
    label: 'A tag is removed from a contact',
    title: 'Tag removed',
    ...narrowedTo('tag', 'The tag {tag} is removed from a contact'),
  },
  'list.added': {
    label: 'A contact is added to a list',
    title: 'Added to a list',
    ...narrowedTo('list', 'A contact is added to the list {list}'),
  },
  'list.removed': {
    label: 'A contact is removed from a list',
    title: 'Removed from a list',
    ...narrowedTo('list', 'A contact is removed from the list {list}'),
  },
  'link.clicked': {
    label: 'A contact clicks a short link',
    title: 'Link clicked',
    ...narrowedTo('link', 'A contact clicks {link}'),
  },
  custom: {
    label: 'An event is recorded for a contact',
    title: 'Custom event',
    says: 'The event {name} is recorded for a contact',
    members: {
      properties: {
        name: { type: 'string', title: 'Which event', description: 'Its name, such as order.paid.', maxLength: 60 },
      },
    },
    read: ({ name }) => ({ name: readEventName('trigger.name', name) }),
    matches: ({ name: wanted }, { name }) => name === wanted,
  },
};

export const eventKinds: EventKind[] = Object.entries(described).map(([name, kind]) => ({ name, ...kind }));

/** Reads a trigger. @throws unprocessable_entity or required_fields_missing */
export function readTrigger(events: EventKinds, { event, ...given }: Fields): Trigger {
  if (event === undefined || event === '') {
    throw fail('required_fields_missing', 'Missing parameter(s): trigger.event');
  }
  const kind = events.find(String(event));
  if (!kind) {
    const names = events.list().map(({ name }) => name);
    throw unprocessable(`trigger.event must be one of ${names.join(', ')}`);
  }
  const { name, members = { properties: {} }, read } = kind;
  const other = Object.keys(given).find((member) => !Object.hasOwn(members.properties, member));
  if (other !== undefined) throw unprocessable(`trigger.${other.slice(0, 50)} is not a setting of ${name}`);
  const narrow = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== null));
  if (Object.keys(narrow).length === 0) return { event: name };
  return { event: name, ...(read ? read(narrow) : cleanMembers(members, narrow)) };
}

/** Reads an event that a run can wait for or that is its goal. @throws unprocessable_entity */
export function readContactEvent(events: EventKinds, given: Fields): Trigger {
  const trigger = readTrigger(events, given);
  if (endsContact(events, trigger)) throw unprocessable(`After ${trigger.event} the contact no longer exists.`);
  return trigger;
}

function readTermId(name: string, value: unknown): number {
  const id = Number(value);
  if ((typeof value !== 'number' && typeof value !== 'string') || !Number.isSafeInteger(id) || id < 1) {
    throw unprocessable(`trigger.${name} must be the id of a ${name}`);
  }
  return id;
}

function readLink(value: unknown): string {
  if ((typeof value !== 'string' && typeof value !== 'number') || String(value).length > longestUrl) {
    throw unprocessable('trigger.link must be a short URL or the id of a link');
  }
  return String(value).trim();
}

/** Checks whether an event matches a trigger. */
export const isTriggeredBy = (
  events: EventKinds,
  trigger: Trigger,
  { name, data }: Pick<ContactEvent, 'name' | 'data'>,
): boolean =>
  trigger.event === name &&
  (Object.keys(trigger).length === 1 || (events.find(name)?.matches?.(trigger, data) ?? false));

const isLink = ({ id, url }: NonNullable<Subject>, wanted: string) =>
  String(id) === wanted || (url !== undefined && placeOf(url) === placeOf(wanted));

/** Checks whether an event was caused by a merge of contacts, tags or lists. */
export const isMerge = (data: Fields): boolean =>
  [data, data.tag, data.list].some(
    (part) => typeof part === 'object' && part !== null && ('merged_from' in part || 'merged_into' in part),
  );
