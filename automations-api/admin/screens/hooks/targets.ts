/** Targets of a message's values: the email address, a contact's columns, custom fields, and the event. */
import { useFields } from '../../core/fields.ts';
import { text } from '../../text/later.ts';
import { columns, conditions, dataTarget, eventTarget } from './mapping.ts';

const words = text.hooks.mapping;

/** `group`: separates the targets in menus. */
export type Target = { name: string; slug?: string; label: string; group: 'column' | 'field' | 'condition' | 'event' };

const columnLabel = (name: (typeof columns)[number]): string =>
  name === 'add_points' ? words.addPoints : text.contacts.fields[name];

/** Returns all targets. Marks custom fields that have a column's name. */
export function useTargets(): Target[] {
  const labels = new Set<string>();
  const unique = (label: string) => {
    const one = labels.has(label) ? words.customField(label) : label;
    labels.add(one);
    return one;
  };
  return [
    { name: 'email', label: unique(text.contacts.fields.email), group: 'column' },
    ...columns.map((name): Target => ({ name, label: unique(columnLabel(name)), group: 'column' })),
    ...(useFields() ?? []).map(
      ({ ID, slug, name }): Target => ({ name: ID, slug, label: unique(name), group: 'field' }),
    ),
    ...conditions.map((name): Target => ({ name, label: words[name], group: 'condition' })),
    { name: eventTarget, label: words.eventName, group: 'event' },
  ];
}

/** Returns a target's label; a deleted field is named by its id. */
export function labelOf(targets: readonly Target[], name: string): string {
  if (name.startsWith(dataTarget)) return words.eventData(name.slice(dataTarget.length));
  const key = name.replace(/^fields\./, '');
  const target = targets.find((one) => one.name === key || one.slug === key);
  return target?.label ?? (name === 'status' ? text.contacts.fields.status : key);
}
