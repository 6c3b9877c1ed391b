/** The words of the overview. */
export const overview = {
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
    empty: 'No links yet',
    emptyNote: 'As soon as somebody in this workspace creates one, its clicks are shown here.',
  },
};
