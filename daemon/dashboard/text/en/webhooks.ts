/** English strings for webhooks. */
import { type GroupOf, webhookWords } from '../../../../shared/ui/text/en/webhooks.ts';
import type { EventName, testEvent } from '../../../webhooks/events.ts';

export const webhooks = {
  ...webhookWords({
    note: 'Send events to your servers as they happen.',
    noneNote: 'A webhook sends a signed payload to your server when a link is created, changed or clicked.',
    urlHint: 'Your server must answer with a 2xx status.',
    failingNote: (since) => `No delivery since ${since}. Waypost turns the webhook off after 5 days.`,
    failedNote: (n) => `${n} failed after all retries.`,
    noDeliveriesNote:
      'Send a test to see what your server answers. Deliveries are kept for 3 days, failed ones for 30.',
    groups: { link: 'Links', domain: 'Domains' } satisfies { [event in EventName as GroupOf<event>]: string },
    otherEvents: { 'webhook.test': 'Test' } satisfies { [event in typeof testEvent]: string },
  }),
  about: 'Signed event payloads for your servers.',
  adminsOnly: 'Only admins can manage webhooks',
  adminsOnlyNote: 'Ask an admin of this workspace to set one up.',
  eventTitles: {
    'link.created': 'Link created',
    'link.updated': 'Link changed',
    'link.deleted': 'Link deleted',
    'link.banned': 'Link banned',
    'link.broken': 'Destination broken',
    'link.mended': 'Destination works again',
    'link.clicked': 'Link clicked',
    'domain.verified': 'Domain verified',
    'domain.misconfigured': 'Domain misconfigured',
  } satisfies { [event in EventName]: string },
};
