/** English strings for the import of contacts. */
import { importWords } from '../../../../shared/ui/text/en/import.ts';

export const imports = {
  ...importWords(
    'Import',
    {
      one: 'contact',
      many: 'contacts',
      note: 'Bring contacts from another system or a spreadsheet, with their fields, tags and lists.',
      left: 'Tags, lists and custom fields',
      files: 'CSV, JSON or JSON Lines, also compressed, or several files in a ZIP',
      formats: {
        waypost: 'Waypost',
        fluentcrm: 'FluentCRM',
        funnelkit: 'FunnelKit',
        hubspot: 'HubSpot',
        listmonk: 'listmonk',
        mailchimp: 'Mailchimp',
      },
    },
    {
      label: 'If the contact exists',
      options: {
        fill: 'Fill only empty fields, and add tags and lists',
        change: 'Change the contact',
        skip: 'Skip the row',
      },
      defaultStatus: {
        label: 'Contacts without a status',
        hint: 'Choose Subscribed only for people who agreed to your emails.',
        options: { unverified: 'Unverified', subscribed: 'Subscribed' },
      },
      refusesFaultyCells: {
        label: 'Refuse rows with faulty cells',
        hint: 'Otherwise a date, number or option that cannot be read is left out, with a note, and the contact is imported.',
      },
      resubscribe: {
        label: 'Include unsubscribed and bounced contacts',
        hint: 'Subscribes them again if the file says so. Use it only with their consent.',
      },
    },
  ),
  from: {
    title: 'From this WordPress',
    note: 'Waypost reads the contacts once and changes nothing there. You see what the import would do first.',
    action: (plugin: string, contacts: string) => `From ${plugin}: ${contacts}`,
  },
  forAllRows: { tag: 'Tags for all rows', list: 'Lists for all rows' },
  newFields: {
    text: 'New field: text',
    number: 'New field: number',
    date: 'New field: date',
    textarea: 'New field: long text',
  },
  who: 'Editors and administrators can import contacts. Ask one of them.',
};
