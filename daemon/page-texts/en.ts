/** English texts of the pages for visitors of links. All other languages have the same keys and placeholders. */
import type { Translation } from '../../shared/pages/texts.ts';

export const en = {
  notFoundTitle: 'Link not found',
  notFound: 'There is no link at this URL. Check it for typing mistakes.',
  unavailableTitle: 'Temporarily unavailable',
  unknown: 'This link cannot be looked up right now. Try again in a few seconds.',
  expiredTitle: 'Link expired',
  expired: 'This link is no longer available.',
  bannedTitle: 'Link banned',
  banned: 'This link was banned because its destination was found unsafe.',
  tooLongTitle: 'URL too long',
  tooLong: 'The part after the question mark is too long to pass on.',
  passwordTitle: 'Password required',
  passwordNeeded: 'This link is password-protected.',
  wrongPassword: 'Wrong password. Try again.',
  passwordLabel: 'Password',
  passwordButton: 'Continue',
  tooManyTitle: 'Too many attempts',
  tooMany: 'Try again {when}.',
  busy: 'Too many passwords are being checked right now. Try again in a few seconds.',
  notAllowedTitle: 'Method not allowed',
  notAllowed: 'This URL accepts only GET and HEAD.',

  reportTitle: 'Report an unsafe link',
  reportUrl: 'Short link',
  reportReason: 'What is wrong with it?',
  reportPhishing: 'Phishing',
  reportMalware: 'Malware',
  reportSpam: 'Spam',
  reportOther: 'Something else',
  reportDetails: 'Further details (optional)',
  reportButton: 'Report',
  reportUnknown: 'This is not a short link of this service.',
  reportInvalid: 'Check the fields and try again.',
  reportLater: 'The report could not be stored. Try again in a few minutes.',
  reportedTitle: 'Thank you',
  reported: 'Someone will check this link.',
} as const;

export type Texts = Translation<typeof en>;
