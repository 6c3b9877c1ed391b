/** What the pages say where the site has no words of its own. Pure. */
import type { PageName } from './settings.ts';

/** `address` is the contact's, in part. */
export const pageWords: Record<PageName, (sender: string, address: string) => string> = {
  unsubscribe: (sender, address) => `Stop all mails from ${sender} to ${address}?`,
  unsubscribed: (sender, address) => `No more mails from ${sender} go to ${address}.`,
  confirm: (sender, address) => `Do you want to receive mails from ${sender} at ${address}?`,
  confirmed: (sender, address) => `You receive mails from ${sender} at ${address} from now on.`,
  preferences: (sender, address) => `What ${sender} sends to ${address}.`,
};
