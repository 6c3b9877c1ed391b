/** The words of one's own account. */
import { counted } from '../../../../shared/ui/text-en.ts';

export const account = {
  title: 'Account',
  about: 'Your name, address, password, sessions and how pages look.',
  menu: (name: string) => `${name}: your account`,
  open: 'Account',
  contacts: 'Contacts',
  signOut: 'Sign out',
  nameHint: 'What members of your workspaces see.',
  address: 'Email',
  addressNow: (email: string) => `You sign in with ${email}.`,
  newAddress: 'New email',
  signedInLately: 'This works within ten minutes after you signed in.',
  signInAnew: 'Sign out, sign in again, and do this within ten minutes.',
  changeAddress: 'Change email',
  addressAsked: (email: string) =>
    `Look into the mail of ${email}: the link in it makes the change. It holds for three days.`,
  danger: 'Delete account',
  dangerNote: 'Your name, address, sessions and keys are removed.',
  deleteAccount: 'Delete account',
  deleteTitle: 'Delete your account?',
  deleteNote: 'This cannot be undone. What becomes of your workspaces:',
  fates: {
    left: 'You leave it. Its links stay with the others.',
    deleted: (links: number, clicks: number) =>
      `It is yours alone and is deleted with ${counted(links, 'link')} and ${counted(clicks, 'click')}.`,
    transfer_first: 'You own it and others are in it. Hand it on or delete it first.',
    suspended: 'It is yours alone and suspended. Whoever runs this service has to end that first.',
  },
  cannotDelete: 'Your account cannot be deleted yet.',
  deleted: 'Your account is deleted',
};
