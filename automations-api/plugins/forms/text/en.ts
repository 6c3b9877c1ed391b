/** English texts of forms and their emails. Every other language has the same keys and placeholders. */
import type { Translation } from '../../../../shared/pages/texts.ts';

export const en = {
  email: 'Email',
  f_name: 'First name',
  l_name: 'Last name',
  contact_no: 'Phone',
  country: 'Country',
  state: 'State or province',
  optional: '{label} (optional)',
  choose: 'Choose',
  send: 'Sign up',
  working: 'One moment…',
  leaveEmpty: 'Leave this field empty',
  check: 'Please check the marked fields.',
  missing: 'Please fill in this field.',
  invalid: 'Please check this field.',
  invalidEmail: 'Please enter an email address, such as ada@example.com.',
  consent: 'Please agree to continue.',
  stepTitle: 'One more step',
  step: 'Wait five seconds, then press the button. This keeps programs out.',
  stepButton: 'I am a person',
  limitedTitle: 'Too many entries',
  limited: 'Too many entries came from your network. Try again {when}.',
  closedTitle: 'Form not available',
  closed: 'This form does not exist or is closed.',
  thanksConfirm: 'You will get an email in a few minutes. Open the link in it to confirm.',
  thanks: 'Your entry has arrived. If you get an email about it, open the link in it to confirm.',
  confirm: 'Does the email address {address} belong to you, and did you fill in the form {form}?',
  confirmed: 'Your email address is confirmed.',
  mailRequest: 'please confirm that you filled in the form {form} of {sender}:',
} as const;

export type Texts = Translation<typeof en>;
