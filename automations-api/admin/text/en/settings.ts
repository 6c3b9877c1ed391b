/** English strings for the list of settings. */
export const settings = {
  administratorsOnly: 'Only administrators can open this page',
  administratorsOnlyNote: 'Ask an administrator.',
};
