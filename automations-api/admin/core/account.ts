/** The screen of the dashboard on which somebody changes their account, by the address that opens the dashboard. */
export const toAccount = (enterUrl: string) => `${enterUrl}?to=${encodeURIComponent('/dashboard/settings/account')}`;
