/** Where the buttons of mails lead: pages that take the token of the mail. */

/** Hours that the link to a new password holds. */
export const resetHours = 1;

/** Hours that the link to verify an address holds. */
export const verifyHours = 72;

export const joinUrl = (baseUrl: string, token: string) => `${baseUrl}/join?token=${token}`;
export const verifyUrl = (baseUrl: string, token: string) => `${baseUrl}/verify-email?token=${token}`;
export const addressUrl = (baseUrl: string, token: string) => `${baseUrl}/confirm-address?token=${token}`;
export const resetUrl = (baseUrl: string, token: string) => `${baseUrl}/reset-password?token=${token}`;
