/** The words of the list of settings. */
export const settings = {
  title: 'Settings',
  label: 'Settings',
  administratorsOnly: 'This is for administrators',
  administratorsOnlyNote: 'Ask one of them if you need it.',
};
