/** URLs of the buttons in emails: screens of the dashboard that take the email's token. */
import { dashboardUrl } from '../../shared/config/dashboard-url.ts';

/** Hours until a password reset link expires. */
export const resetHours = 1;

/** Hours until an email verification link expires. */
export const verifyHours = 72;

const screen = (name: string) => (baseUrl: string, token: string) => `${dashboardUrl(baseUrl)}/${name}?token=${token}`;

export const joinUrl = screen('join');
export const verifyUrl = screen('verify');
export const addressUrl = screen('confirm-address');
export const resetUrl = screen('reset-password');
