/** English strings for the list of settings. */
export const settings = {
  title: 'Settings',
  label: 'Settings',
};
