/** The words of the list of settings. */
export const settings = {
  title: 'Settings',
  label: 'Settings',
  administratorsOnly: 'Only administrators can open this page',
  administratorsOnlyNote: 'Ask an administrator.',
};
