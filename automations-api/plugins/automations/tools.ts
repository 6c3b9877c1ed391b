/** The operations of the contact API that agents can use, with texts for people and models. */
import type { ToolChoice } from '../../../shared/mcp/tools.ts';

/** Parameters that models do not need. */
const spare = ['per_page', 'with_fields'];
/** Erased people stay erased. */
const spareOfContacts = ['after_erasure'];

export const toolChoices: readonly ToolChoice[] = [
  {
    name: 'find_contacts',
    title: 'Find contacts',
    description: 'Lists contacts that match a filter: status, tags, lists, fields, dates, clicks or a segment.',
    operation: 'getContacts',
    effect: 'reads',
    omit: spare,
  },
  {
    name: 'get_contact',
    title: 'Show a contact',
    description: 'Shows a contact with its fields, tags and lists, by its id or email address.',
    operation: 'getContact',
    effect: 'reads',
  },
  {
    name: 'contact_timeline',
    title: 'Timeline of a contact',
    description: 'Lists what happened to a contact, newest first.',
    operation: 'getContactTimeline',
    effect: 'reads',
    omit: spare,
  },
  {
    name: 'add_contact',
    title: 'Add a contact',
    description: 'Creates a contact. Subscribe only people who agreed to it.',
    operation: 'postContactAdd',
    effect: 'adds',
    omit: spareOfContacts,
  },
  {
    name: 'update_contact',
    title: 'Change a contact',
    description: 'Changes the given values of a contact, and adds the given tags and lists.',
    operation: 'postContactUpdate',
    effect: 'changes',
    omit: spareOfContacts,
  },
  {
    name: 'delete_contact',
    title: 'Delete a contact',
    description: 'Deletes a contact and all its data for good. To stop emails, set the status unsubscribed instead.',
    operation: 'deleteContact',
    effect: 'deletes',
  },
  {
    name: 'add_note',
    title: 'Add a note',
    description: 'Adds a note to a contact, which users see in its timeline.',
    operation: 'postContactNote',
    effect: 'adds',
  },
  {
    name: 'tag_contacts',
    title: 'Add tags to contacts',
    description: 'Starts a job that adds tags to all contacts that match a filter. get_job shows its progress.',
    operation: 'postContactsAction',
    effect: 'adds',
    fixed: { action: 'add_tags' },
    omit: ['lists', 'status', 'resubscribe', 'field'],
  },
  {
    name: 'get_job',
    title: 'Show a job',
    description: 'Shows the progress of a job, for example of tag_contacts.',
    operation: 'getJob',
    effect: 'reads',
  },
  {
    name: 'list_contact_tags',
    title: 'List the tags of contacts',
    description: 'Lists the tags of contacts with their ids.',
    operation: 'getTags',
    effect: 'reads',
    omit: spare,
  },
  {
    name: 'create_contact_tags',
    title: 'Create tags for contacts',
    description: 'Creates tags and returns their ids. Existing names are skipped.',
    operation: 'postTagAdd',
    effect: 'adds',
  },
  {
    name: 'list_contact_lists',
    title: 'List the lists of contacts',
    description: 'Lists the lists of contacts with their ids.',
    operation: 'getLists',
    effect: 'reads',
    omit: spare,
  },
  {
    name: 'list_contact_fields',
    title: 'List custom fields',
    description: 'Lists the custom fields of contacts with their ids and options.',
    operation: 'getFields',
    effect: 'reads',
  },
  {
    name: 'list_segments',
    title: 'List segments',
    description: 'Lists the saved filters with their numbers of contacts.',
    operation: 'getSegments',
    effect: 'reads',
    omit: spare,
  },
  {
    name: 'contact_analytics',
    title: 'Analytics of contacts',
    description: 'Counts contacts by status, and new contacts per day or month.',
    operation: 'getStats',
    effect: 'reads',
  },
  {
    name: 'list_rules',
    title: 'List rules',
    description: 'Lists the automations: rules with a trigger, conditions and steps, and their numbers of runs.',
    operation: 'getRules',
    effect: 'reads',
    omit: spare,
  },
  {
    name: 'dry_run_rule',
    title: 'Test a rule',
    description: 'Shows what a rule would do to a contact now, step by step. Changes nothing.',
    operation: 'postRuleDryRun',
    effect: 'reads',
  },
];
