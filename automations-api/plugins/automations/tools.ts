/** The operations of the contact API that agents can use, with descriptions for people and models. */
import { adds, changes, deletes, reads, type ToolChoice } from '../../../shared/mcp/tools.ts';

/** Parameters that models do not need. */
const omit = ['per_page', 'with_fields'];
/** The option that keeps agents from adding erased email addresses again. */
const omitErasure = { omit: ['after_erasure'] };

export const toolChoices: readonly ToolChoice[] = [
  reads(
    'find_contacts',
    'getContacts',
    'Lists contacts that match a filter: status, tags, lists, fields, dates, clicks or a segment.',
    { omit },
  ),
  reads('get_contact', 'getContact', 'Shows a contact with its fields, tags and lists, by its id or email address.'),
  reads('contact_timeline', 'getContactTimeline', 'Lists what happened to a contact, newest first.', { omit }),
  adds('add_contact', 'postContactAdd', 'Creates a contact. Subscribe only people who agreed to it.', omitErasure),
  changes(
    'update_contact',
    'postContactUpdate',
    'Changes the given values of a contact, and adds the given tags and lists.',
    omitErasure,
  ),
  deletes(
    'delete_contact',
    'deleteContact',
    'Deletes a contact and all its data for good. To stop emails, set the status unsubscribed instead.',
  ),
  adds(
    'record_event',
    'postContactEvent',
    'Records an event of a contact, such as order.paid. Rules can start from it, and filters can count it.',
  ),
  adds('add_note', 'postContactNote', 'Adds a note to a contact, which users see in its timeline.'),
  adds(
    'tag_contacts',
    'postContactsAction',
    'Starts a job that adds tags to all contacts that match a filter. get_job shows its progress.',
    { fixed: { action: 'add_tags' }, omit: ['lists', 'status', 'resubscribe', 'field'] },
  ),
  reads('get_job', 'getJob', 'Shows the progress of a job, for example of tag_contacts.'),
  reads('list_contact_tags', 'getTags', 'Lists the tags of contacts with their ids.', { omit }),
  adds('create_contact_tags', 'postTagAdd', 'Creates tags and returns their ids. Existing names are skipped.'),
  reads('list_contact_lists', 'getLists', 'Lists the lists of contacts with their ids.', { omit }),
  reads('list_contact_fields', 'getFields', 'Lists the custom fields of contacts with their ids and options.'),
  reads('list_segments', 'getSegments', 'Lists the saved filters with their numbers of contacts.', { omit }),
  reads('contact_analytics', 'getStats', 'Counts contacts by status, and new contacts per day or month.'),
  reads(
    'list_rules',
    'getRules',
    'Lists the automations: rules with a trigger, conditions and steps, and their numbers of runs.',
    { omit },
  ),
  reads(
    'dry_run_rule',
    'postRuleDryRun',
    'Shows what a rule would do to a contact now, step by step. Changes nothing.',
  ),
];
