/** Examples of the published interface description. */
import { link } from '../links/examples.ts';

export const token = 'k3VbT9xQ2LmZ7cRf4WnYp8HsJd6GaUe1XoB5iNtKvCM';

export const share = {
  url: `https://links.example.com/dashboard/share/${token}`,
  token,
  showDestination: true,
  createdAt: '2026-11-21T08:15:30.123Z',
};

export const sharedLink = { shortUrl: link.shortUrl, title: link.title, url: link.url };
