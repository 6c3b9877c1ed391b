/** English, for the components that both applications draw. */
import type { UiText } from './text.ts';

export const plural = (n: number, one: string, many: string) => (n === 1 ? one : many);
export const counted = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en')} ${plural(n, one, many)}`;

export const ui: UiText = {
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading',
  tryAgain: 'Try again',
  failed: 'This did not work',
  selectAll: 'Select all',
  select: (name) => `Select ${name}`,
  actions: (name) => (name ? `Actions for ${name}` : 'Actions'),
  remove: (name) => `Remove ${name}`,
  noOptions: 'Choices',
  create: (name) => `Create “${name}”`,
  sortBy: (column) => `Sort by ${column.toLowerCase()}`,
  typeToConfirm: (word) => `Type ${word} to go on`,
  optional: 'optional',
  required: 'required',
  never: 'never',
  justNow: 'just now',
  nothingYet: 'Nothing in this period',
  showAll: (count) => `Show all ${count.toLocaleString('en')}`,
  searchIn: (title) => `Search ${title.toLowerCase()}`,
  noneFound: 'Nothing matches',
  period: {
    label: 'Period',
    presets: {
      today: 'Today',
      '24h': 'Last 24 hours',
      '7d': 'Last 7 days',
      '30d': 'Last 30 days',
      '90d': 'Last 90 days',
      month: 'This month',
      'last-month': 'Last month',
      year: 'This year',
      all: 'All that is kept',
    },
    own: 'Days of your own',
    from: 'From',
    to: 'To',
    apply: 'Apply',
    wrongOrder: 'The first day has to come before the last one.',
    earlier: 'Earlier period',
    later: 'Later period',
    compare: 'Compare with the period before',
    kept: (day) => `Clicks are kept from ${day} on.`,
  },
  chart: {
    time: 'Time',
    table: 'As a table',
    curve: 'As a chart',
    former: 'The period before',
    hint: 'Arrow keys move from point to point.',
  },

  trouble: {
    unreachable: 'The service cannot be reached. What you typed is kept; try again in a moment.',
    unavailable: 'The service cannot reach its database at the moment; try again in a moment.',
    unexpected: (status) => `The service answered with an unexpected status ${status}.`,
  },
  notFound: {
    title: 'There is no such page',
    note: 'The address may be mistyped, or what it showed is gone.',
    back: 'Go to the first page',
  },
  signIn: { email: 'Email', password: 'Password', submit: 'Sign in' },
  signedOut: { title: 'You were signed out', note: 'Sign in again to go on. What you typed is still there.' },
  shortcuts: 'Keyboard shortcuts',
  themes: { system: 'Theme of the system', light: 'Light', dark: 'Dark' },
  passwordHint: 'At least 10 characters.',
};
