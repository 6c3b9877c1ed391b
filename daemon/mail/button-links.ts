/** Where the buttons of mails lead: pages that take the token of the mail. */

/** Hours that the link to a new password holds. */
export const resetHours = 1;

export const joinUrl = (baseUrl: string, token: string) => `${baseUrl}/join?token=${token}`;
export const resetUrl = (baseUrl: string, token: string) => `${baseUrl}/reset-password?token=${token}`;
