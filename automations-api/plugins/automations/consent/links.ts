/**
 * A contact's personal URLs, and the headers that let mail programs show an unsubscribe button (RFC 2369, RFC 8058).
 */
import type { Bearer, ConsentPurpose, ConsentTokens } from './tokens.ts';

/** The namespace of the public pages. */
export const pagesNamespace = 'automations-consent/v1';

export const urlOf = (siteUrl: string, page: ConsentPurpose, token: string) =>
  `${siteUrl}/wp-json/${pagesNamespace}/${page}?token=${token}`;

/** Returns a contact's URLs. URLs in an email contain the email's id. */
export const consentLinks = (
  { siteUrl, tokens }: { siteUrl: string; tokens: ConsentTokens },
  contact: Bearer,
  mailId?: number,
) => ({
  unsubscribe_url: urlOf(siteUrl, 'unsubscribe', tokens.make('unsubscribe', contact, { mailId })),
  preferences_url: urlOf(siteUrl, 'preferences', tokens.make('preferences', contact, { mailId })),
});

export const unsubscribeHeaders = (unsubscribeUrl: string) => ({
  'List-Unsubscribe': `<${unsubscribeUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
