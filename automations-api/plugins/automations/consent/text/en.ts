/** English texts of the pages and emails for contacts. Every other language has the same keys and placeholders. */
import type { Translation } from '../../../../../shared/pages/texts.ts';

export const en = {
  unsubscribeTitle: 'Unsubscribe',
  unsubscribe: 'Stop all emails from {sender} to {address}?',
  unsubscribeButton: 'Unsubscribe',
  chooseInstead: 'Choose which emails you get instead',
  unsubscribedTitle: 'You are unsubscribed',
  unsubscribed: 'You will get no more emails from {sender} at {address}.',
  resubscribe: 'Subscribe again',
  confirm: 'Do you want to receive emails from {sender} at {address}?',
  confirmed: 'You will receive emails from {sender} at {address}.',
  choose: 'Choose which emails you get',
  preferencesTitle: 'Email preferences',
  preferences: 'Emails from {sender} to {address}.',
  received: 'Emails you get',
  save: 'Save',
  saved: 'Your choice is saved.',
  unsubscribeAll: 'Unsubscribe from everything',

  settledTitle: 'Link no longer valid',
  settled: 'This email was unsubscribed or could not be reached since the link was sent.',
  preview: 'This is a preview: its buttons change nothing.',

  mailGreeting: 'Hello {name},',
  mailRequest: 'please confirm that you want to receive emails from {sender}:',
} as const;

export type Texts = Translation<typeof en>;
