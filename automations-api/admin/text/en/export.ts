/** The words of the export. */
export const exportWords = {
  title: 'Export',
  note: 'Contacts as a file: for a spreadsheet, for another program, or to keep.',
  download: 'Download',
  begun: (contacts: string, format: string) =>
    `The download has begun: ${contacts} as contacts.${format}. Your browser shows how far it is, and you can go on working here.`,
  everybody: (contacts: string) => `All ${contacts}`,
  nobody: 'No contact meets the filter, so there is nothing to download.',
  none: 'Nothing to export yet',
  noneNote: 'There are no contacts.',
  notAllowed: 'Editors and administrators export',
  notAllowedNote: 'Ask one of them for a file of contacts.',
  formatTitle: 'Format',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: 'For spreadsheets. What a spreadsheet would run as a formula gets an apostrophe before it.',
    jsonl: 'For programs: a record a line, with lists and numbers as they are.',
  },
  columnsTitle: 'Columns',
  chosen: (n: number, all: number) => `${n} of ${all}`,
  allColumns: 'All columns',
  usualColumns: 'Usual columns',
  leftOut: 'Left out',
  noColumn: 'Choose at least one column.',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
};
