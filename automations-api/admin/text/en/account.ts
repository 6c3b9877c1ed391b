/** The words of one's own account. */
export const account = {
  title: 'Account',
  about: 'Your name, password and sessions.',
  menu: (name: string) => `${name}: your account`,
  open: 'Account',
  signOut: 'Sign out',
  links: 'Links',
  ofLinks: 'You use your dashboard account',
  ofLinksNote:
    'Your name, email, password and second factors are the same for links and contacts. Change them in the dashboard.',
  openInLinks: 'Open in the dashboard',
  firstInLinks: 'No account exists yet. Create the first one in the dashboard; it works for links and contacts.',
  ofWordPress: 'You use your WordPress account. Change your name and password there.',
};
