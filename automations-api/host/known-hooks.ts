/** The built-in hooks with their arguments and descriptions. Plugins can define others. */
import type { Caller } from './core/route.ts';

/** A contact event as plugins receive it. `name` is its kind, such as `tag.added`. */
export type HeardEvent = { name: string; contactId: number; data: { [member: string]: unknown }; by: Caller; at: Date };

type AuditNote = { by: Caller; action: string; subject: string | number; data?: object };
type ChangedKey = { id: number; description: string };

/** Actions that run after a change is stored. Every kind of event has one, including the kinds that plugins add. */
type EventAction = {
  [Noun in 'contact' as `automations_${Noun}_${'created' | 'updated' | 'deleted' | 'status_changed' | 'email_changed'}`]: [
    event: HeardEvent,
  ];
} & { [Noun in 'tag' | 'list' as `automations_${Noun}_${'added' | 'removed'}`]: [event: HeardEvent] } & {
  automations_link_clicked: [event: HeardEvent];
  automations_custom: [event: HeardEvent];
};

export type KnownActions = EventAction & {
  automations_audit: [entry: AuditNote];
  automations_key_made: [key: ChangedKey, by: Caller | undefined];
  automations_key_revoked: [key: ChangedKey, by: Caller | undefined];
};

/** The value and additional arguments of each filter. */
export type KnownFilters = {
  automations_refusal: { value: string | undefined; args: [events: readonly HeardEvent[]] };
};

export type KnownHook = { name: string; kind: 'action' | 'filter'; description: string };

const actions: { [name in keyof KnownActions]: string } = {
  automations_contact_created: 'A contact was added.',
  automations_contact_updated: 'A contact was changed.',
  automations_contact_deleted: 'A contact was deleted; delete what you store about it.',
  automations_contact_status_changed: 'The status of a contact changed.',
  automations_contact_email_changed: 'The email of a contact changed.',
  automations_tag_added: 'A tag was added to a contact.',
  automations_tag_removed: 'A tag was removed from a contact.',
  automations_list_added: 'A contact was added to a list.',
  automations_list_removed: 'A contact was removed from a list.',
  automations_link_clicked: 'A contact clicked a short link.',
  automations_custom: 'A custom event of a contact was recorded.',
  automations_audit: 'Call it to write an audit log entry.',
  automations_key_made: 'An API key was created.',
  automations_key_revoked: 'An API key was revoked.',
};

const filters: { [name in keyof KnownFilters]: string } = {
  automations_refusal: 'Called before changes are stored; return a message to refuse them.',
};

const listOf = (kind: KnownHook['kind'], hooks: { [name: string]: string }): KnownHook[] =>
  Object.entries(hooks).map(([name, description]) => ({ name, kind, description }));

export const knownHooks: readonly KnownHook[] = [...listOf('action', actions), ...listOf('filter', filters)];
