/** English strings for the export. */
export const exportWords = {
  title: 'Export',
  note: 'Download contacts as a file for a spreadsheet, another app or your records.',
  download: 'Download',
  started: (contacts: string, format: string) =>
    `The download has started: ${contacts} as contacts.${format}. Your browser shows its progress; you can keep working here.`,
  all: (contacts: string) => `All ${contacts}`,
  noMatch: 'No contact matches the filter. There is nothing to download.',
  none: 'Nothing to export yet',
  noneNote: 'There are no contacts.',
  formatTitle: 'Format',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: 'For spreadsheets. Values that look like formulas get a leading apostrophe.',
    jsonl: 'For apps. One JSON record per line.',
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
