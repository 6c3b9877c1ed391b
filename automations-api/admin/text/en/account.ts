/** The words of one's own account. */
export const account = {
  title: 'Account',
  about: 'Your name, your password, and where you are signed in.',
  menu: (name: string) => `${name}: your account`,
  open: 'Account',
  signOut: 'Sign out',
  links: 'Links',
  ofLinks: 'Your account is that of the dashboard',
  ofLinksNote:
    'Your name, address, password and second factors hold for links and contacts. Change them in the dashboard.',
  openInLinks: 'Open in the dashboard',
  firstInLinks:
    'Nobody has an account here yet. The first one is made in the dashboard and holds for links and contacts.',
  ofWordPress: 'Your name and your password are those of WordPress; change them there.',
};
