/** The words of one's own account. */
export const account = {
  title: 'Account',
  about: 'Your name, your password, and where you are signed in.',
  menu: (name: string) => `${name}: your account`,
  open: 'Account',
  signOut: 'Sign out',
  ofWordPress: 'Your name and your password are those of WordPress; change them there.',
};
