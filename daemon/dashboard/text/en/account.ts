/** English strings for the account. */
import { counted } from '../../../../shared/ui/text-en.ts';

export const account = {
  title: 'Account',
  about: 'Your name, email, password, sessions and appearance.',
  menu: (name: string) => `${name}: your account`,
  open: 'Account',
  contacts: 'Contacts',
  manual: 'Manual',
  signOut: 'Sign out',
  nameHint: 'Shown to the members of your workspaces.',
  address: 'Email',
  addressNow: (email: string) => `You sign in with ${email}.`,
  newAddress: 'New email',
  signedInLately: 'Possible within ten minutes of signing in.',
  signInAnew: 'Sign out, sign in again and do this within ten minutes.',
  changeAddress: 'Change email',
  addressAsked: (email: string) => `Open the link sent to ${email} to finish the change. It expires in three days.`,
  danger: 'Delete account',
  dangerNote: 'Deletes your name, email, sessions and API keys.',
  deleteAccount: 'Delete account',
  deleteTitle: 'Delete your account?',
  deleteNote: 'This cannot be undone. Your workspaces:',
  fates: {
    left: 'You leave it. Its links stay.',
    deleted: (links: number, clicks: number) =>
      `You are its only member: it is deleted with ${counted(links, 'link')} and ${counted(clicks, 'click')}.`,
    transfer_first: 'You own it and it has other members. Transfer or delete it first.',
    suspended: 'You are its only member and it is suspended. Ask the operator to restore it first.',
  },
  cannotDelete: 'Your account cannot be deleted yet.',
  deleted: 'Your account is deleted',
};
