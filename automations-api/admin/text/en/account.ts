/** The words of one's own account. */
export const account = {
  menu: (name: string) => `${name}: your account`,
  open: 'Account',
  signOut: 'Sign out',
  ofWordPress: 'Your name and your password are those of WordPress; change them there.',
};
