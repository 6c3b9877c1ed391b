/** English strings for plugins' cards. */
export const cards = {
  saved: (title: string) => `Saved ${title}`,
  done: (label: string) => `${label}: done`,
  noRows: 'Nothing to show',
  nothing: 'Nothing to show for your role',
  broken: 'Could not load this card',
  yes: 'Yes',
  no: 'No',
};
