/** The words around what plugins show. */
export const cards = {
  saved: (title: string) => `Saved ${title}`,
  done: (label: string) => `${label}: done`,
  noRows: 'Nothing to show',
  nothing: 'Nothing is on this screen for you',
  broken: 'This could not be shown',
  yes: 'Yes',
  no: 'No',
};
