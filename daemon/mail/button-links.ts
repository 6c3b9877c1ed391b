/** Where the buttons of mails lead: screens of the dashboard that take the token of the mail. */
import { dashboardUrl } from '../../shared/config/dashboard-url.ts';

/** Hours that the link to a new password holds. */
export const resetHours = 1;

/** Hours that the link to verify an address holds. */
export const verifyHours = 72;

const screen = (name: string) => (baseUrl: string, token: string) => `${dashboardUrl(baseUrl)}/${name}?token=${token}`;

export const joinUrl = screen('join');
export const verifyUrl = screen('verify');
export const addressUrl = screen('confirm-address');
export const resetUrl = screen('reset-password');
