/** English. One section a screen; what has a number or a name in it is a function. */
import type { UiText } from '../../../shared/ui/text.ts';

const plural = (n: number, one: string, many: string) => (n === 1 ? one : many);
const counted = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en')} ${plural(n, one, many)}`;

const ui: UiText = {
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
  showAllOf: (title) => `Show all: ${title}`,
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
};

export const en = {
  name: 'Waypost',
  ui,
  counted,

  // --- frame
  nav: {
    label: 'Main',
    skip: 'Skip to content',
    workspace: 'Workspace',
    overview: 'Overview',
    links: 'Links',
    analytics: 'Analytics',
    tags: 'Tags',
    domains: 'Domains',
    members: 'Members',
    settings: 'Settings',
    safety: 'Safety',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Admin', member: 'Member', viewer: 'Viewer' },
  themes: { system: 'Theme of the system', light: 'Light', dark: 'Dark' },
  usage: {
    links: (used: string) => `${used} links this month`,
    linksOf: (used: string, all: string) => `${used} of ${all} links this month`,
  },
  trouble: {
    unreachable: 'The service cannot be reached. What you typed is kept; try again in a moment.',
    unavailable: 'The service cannot reach its database at the moment. Links go on working; try again in a moment.',
    unexpected: (status: number) => `The service answered with an unexpected status ${status}.`,
  },
  notFound: {
    title: 'There is no such page',
    note: 'The address may be mistyped, or what it showed is gone.',
    back: 'Go to the overview',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    overview: 'Go to the overview',
    links: 'Go to links',
  },
  actions: {
    save: 'Save',
    create: 'Create',
    edit: 'Edit',
    delete: 'Delete',
    rename: 'Rename',
    more: 'Show more',
    back: 'Back',
    open: 'Open',
    undo: 'Undo',
  },

  // --- door: sign in and its like
  signIn: {
    title: 'Sign in',
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    createAccount: 'Create an account',
    forgot: 'Forgot password',
    again: 'You were signed out',
    againNote: 'Sign in again to go on. What you typed is still there.',
  },

  // --- overview
  overview: {
    title: 'Overview',
    newLink: 'New link',
    linksMade: 'New links',
    thisMonth: 'this month',
    now: 'Right now',
    nowNote: 'in the last 5 minutes',
    recent: 'Recent links',
    allLinks: 'All links',
    noLinks: 'No links yet',
    link: 'Link',
    month: 'Last 30 days',
    created: 'Created',
    first: {
      note: 'Three steps to your first click.',
      create: 'Create a link',
      createNote: 'Paste a long address and get a short one to share.',
      open: 'Open it',
      openNote: 'In this browser, or with your phone.',
      arrive: 'See the click arrive',
      arriveNote: 'It is shown here the moment it is recorded.',
      listening: {
        connecting: 'Connecting…',
        open: 'Listening. Open the link, and your click is shown here.',
        paused: 'Waiting for this page to be seen again.',
      },
      arrived: (country: string, device: string, browser: string) =>
        `It works. Your first click: ${[country, device, browser].filter((part) => part !== 'Unknown').join(', ') || 'somebody'}.`,
      leave: 'Show the overview',
      done: 'done',
      empty: 'No links yet',
      emptyNote: 'As soon as somebody in this workspace creates one, its clicks are shown here.',
    },
  },

  // --- links
  links: {
    title: 'Links',
  },

  // --- link form (create and edit)
  linkForm: {
    title: 'New link',
  },

  // --- qr
  qr: {
    title: 'QR code',
  },

  // --- analytics
  analytics: {
    title: 'Analytics',
    summary: 'Clicks of the period',
    clicks: 'Clicks',
    uniqueClicks: 'Unique clicks',
    units: { clicks: 'clicks', uniqueClicks: 'unique clicks' },
    qrScans: 'QR scans',
    bots: 'Bots',
    botsNote: 'not counted',
    lastClick: 'Last click',
    metric: 'What the chart shows',
    interval: 'Points of the chart',
    hourly: 'Hours',
    daily: 'Days',
    chart: (what: string, interval: 'hour' | 'day') => `${what} by ${interval}`,
    kept: (days: number, day: string) => `Your plan keeps clicks for ${counted(days, 'day')}: from ${day} on.`,
    shorter: 'Show the last 7 days',
    topLinks: 'Top links',
    places: 'Places',
    sources: 'Sources',
    campaigns: 'Campaigns',
    devices: 'Devices',
    tabs: {
      country: 'Countries',
      map: 'Map',
      language: 'Languages',
      referrer: 'Referrers',
      utmSource: 'UTM source',
      utmMedium: 'UTM medium',
      utmCampaign: 'UTM campaign',
      device: 'Devices',
      os: 'Systems',
      browser: 'Browsers',
      trigger: 'Link or QR',
    },
    names: {
      country: 'Country',
      language: 'Language',
      referrer: 'Referrer',
      utmSource: 'UTM source',
      utmMedium: 'UTM medium',
      utmCampaign: 'UTM campaign',
      device: 'Device',
      os: 'System',
      browser: 'Browser',
      trigger: 'Opened by',
    },
    values: {
      '(direct)': 'Direct',
      '(none)': 'None',
      '(other)': 'Others',
      Unknown: 'Unknown',
      unknown: 'Unknown',
      desktop: 'Desktop',
      mobile: 'Mobile',
      tablet: 'Tablet',
      link: 'Link',
      qr: 'QR code',
    },
    filters: 'Filters',
    clear: 'Clear filters',
    link: 'Link',
    allLinks: 'All links',
    tag: 'Tag',
    allTags: 'All tags',
    domain: 'Domain',
    allDomains: 'All domains',
    timeZone: 'Time zone',
    ownZone: 'Time zone of this browser',
    live: {
      title: 'Live',
      time: 'Time',
      link: 'Link',
      country: 'Country',
      device: 'Device',
      browser: 'Browser',
      referrer: 'Referrer',
      deleted: 'a deleted link',
      none: 'Clicks appear here as they come.',
      since: (n: number, shown: string) => `${shown} ${plural(n, 'click', 'clicks')} since you look`,
      states: { connecting: 'Connecting…', open: 'Live', paused: 'Paused' },
    },
    export: {
      button: 'Export CSV',
      gate: 'Raw clicks as a CSV file, one row a click, are a part of the plans Team and Scale.',
      plans: 'See plans',
      reading: (size: string) => `${size} read so far…`,
      done: (size: string) => `clicks.csv is saved: ${size}`,
    },
  },

  // --- share
  share: {
    title: 'Statistics',
    gone: 'Nothing is shared here',
    goneNote: 'The address may be mistyped, or its owner stopped sharing.',
    window: (from: string, to: string) => `Clicks from ${from} to ${to}. Bots are not counted.`,
  },

  // --- one link
  link: {
    title: 'Link',
    place: 'Place',
    back: 'Links',
    facts: 'The link',
    gone: 'There is no such link',
    goneNote: 'It may have been deleted, or be in another workspace.',
    copy: 'Copy short URL',
    state: 'State',
    tags: 'Tags',
    created: 'Created',
    starts: 'Starts',
    expires: 'Expires',
    maxClicks: 'Clicks at most',
    countries: 'Other destinations for',
    devices: 'Other destinations on',
    ios: 'iPhone and iPad',
    android: 'Android',
    note: 'Note',
    states: {
      live: 'Live',
      banned: 'Blocked as unsafe',
      expired: 'Expired',
      early: 'Not started',
      archived: 'Archived',
      password: 'Password',
    },
    share: {
      button: 'Share',
      title: 'Share these statistics',
      note: 'Makes a secret address. Whoever has it sees the short URL, the title and the statistics of this link, without signing in.',
      showDestination: 'Show where the link leads',
      make: 'Create a share page',
      address: 'Share page',
      since: (when: string) => `Shared ${when}. Whoever has this address sees the statistics.`,
      revoke: 'Stop sharing',
      revokeTitle: 'Stop sharing?',
      revokeNote: 'The address shows nothing any more, for good. Sharing again makes another one.',
      revoked: 'The statistics are not shared any more',
    },
  },

  // --- tags
  tags: {
    title: 'Tags',
    note: (n: number) => counted(n, 'tag'),
    tag: 'Tag',
    links: 'Links',
    search: 'Search tags',
    empty: 'No tags yet',
    emptyNote: 'Tags group links. Give a link one when you create or edit it.',
    toLinks: 'Go to links',
    none: 'No tag matches',
    showLinks: 'Show links',
    analytics: 'Analytics',
    rename: 'Rename or merge',
    renameTitle: (tag: string) => `Rename ${tag}`,
    renameHint: 'A name that is taken merges the two tags.',
    name: 'Name',
    renamed: (from: string, to: string) => `${from} is now ${to}`,
    deleteTitle: (tag: string) => `Delete ${tag}?`,
    deleteNote: (links: number) =>
      `It is taken from ${counted(links, 'link')}. The links themselves stay. This cannot be undone.`,
    deleted: (tag: string) => `${tag} is deleted`,
  },

  // --- domains
  domains: {
    title: 'Domains',
  },

  // --- members
  members: {
    title: 'Members',
  },

  // --- settings
  settings: {
    title: 'Settings',
    label: 'Settings',
    apiKeys: 'API keys',
    webhooks: 'Webhooks',
    billing: 'Billing',
    auditLog: 'Audit log',
    account: 'Account',
    workspace: 'Workspace',
  },

  // --- api keys
  apiKeys: {
    title: 'API keys',
  },

  // --- webhooks
  webhooks: {
    title: 'Webhooks',
  },

  // --- billing
  billing: {
    title: 'Billing',
  },

  // --- audit log
  auditLog: {
    title: 'Audit log',
  },

  // --- account
  account: {
    title: 'Account',
    menu: 'Your account',
    open: 'Account',
    signOut: 'Sign out',
  },

  // --- workspace
  workspace: {
    title: 'Workspace',
  },

  // --- safety (operators)
  safety: {
    title: 'Safety',
  },
};
