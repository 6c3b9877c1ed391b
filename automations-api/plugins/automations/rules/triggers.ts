/** What makes a rule run: an event, and for some of them what it has to be about. Pure. */
import { longestUrl } from '../../../../shared/limits-of-fields.ts';
import { fail, unprocessable } from '../core/errors.ts';
import { type ContactEvent, eventNames } from '../core/events.ts';
import { placeOf } from '../link-clicks/core/short-url.ts';
import type { Trigger } from './definition.ts';

/** The member that narrows the events of a kind. */
const narrowedBy: Record<string, 'tag' | 'list' | 'link'> = {
  'tag.added': 'tag',
  'tag.removed': 'tag',
  'list.added': 'list',
  'list.removed': 'list',
  'link.clicked': 'link',
};

/** @throws unprocessable_entity or required_fields_missing */
export function readTrigger(given: Record<string, unknown>): Trigger {
  const { event, ...rest } = given;
  if (event === undefined || event === '') {
    throw fail('required_fields_missing', 'Missing parameter(s): trigger.event');
  }
  if (!(eventNames as readonly unknown[]).includes(event)) {
    throw unprocessable(`trigger.event must be one of ${eventNames.join(', ')}`);
  }
  const narrow = narrowedBy[event as string];
  const others = Object.keys(rest).filter((name) => name !== narrow);
  if (others.length > 0) throw unprocessable(`trigger.${others[0]?.slice(0, 50)} is nothing that ${event} has`);
  const value = narrow && rest[narrow];
  if (!narrow || value === undefined || value === null || value === '') return { event: event as string };
  return { event: event as string, [narrow]: narrow === 'link' ? readLink(value) : readTermId(narrow, value) };
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

type Told = Pick<ContactEvent, 'data'> & { name: string };
type About = { tag?: { id: number }; list?: { id: number }; link?: { id: number | string; url?: string } };

export function isTriggeredBy({ event, tag, list, link }: Trigger, { name, data }: Told): boolean {
  if (event !== name) return false;
  const about = data as About;
  return (
    (tag === undefined || about.tag?.id === tag) &&
    (list === undefined || about.list?.id === list) &&
    (link === undefined || isLink(about.link, link))
  );
}

const isLink = (told: About['link'], wanted: string) =>
  told !== undefined &&
  (String(told.id) === wanted || (told.url !== undefined && placeOf(told.url) === placeOf(wanted)));

/** The event tells of contacts, tags or lists that became one: nobody did anything to the contact. */
export const isOfMerge = (data: Told['data']): boolean =>
  [data, data.tag, data.list].some(
    (about) => typeof about === 'object' && about !== null && ('merged_from' in about || 'merged_into' in about),
  );
