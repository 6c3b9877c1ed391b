/** English strings for the overview. */
export const overview = {
  title: 'Overview',
  newLink: 'New link',
  newLinks: 'New links',
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
    createNote: 'Paste a long URL and get a short one to share.',
    open: 'Open it',
    openNote: 'In this browser or on your phone.',
    arrive: 'See the click arrive',
    arriveNote: 'It appears here the moment it is recorded.',
    listening: {
      connecting: 'Connecting…',
      open: 'Listening. Open the link and your click appears here.',
      paused: 'Paused while this page is hidden.',
    },
    arrived: (country: string, device: string, browser: string) =>
      `It works. Your first click: ${[country, device, browser].filter((part) => part !== 'Unknown').join(', ') || 'a visitor'}.`,
    leave: 'Show the overview',
    empty: 'No links yet',
    emptyNote: 'Once a member of this workspace creates one, its clicks appear here.',
  },
};
