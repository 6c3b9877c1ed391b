/** English strings for webhooks. */
import { type GroupOf, webhookWords } from '../../../../shared/ui/text/en/webhooks.ts';
import type { EventName, OtherMessage } from '../../../plugins/automations/core/events.ts';

export const webhooks = {
  ...webhookWords({
    note: 'Send contact events to your servers as they happen.',
    noneNote:
      'A webhook sends a signed payload to your server when a contact is added, changed, tagged or clicks a link.',
    urlHint: 'Your server must answer with a 2xx status within 15 seconds.',
    failingNote: (since) => `No delivery since ${since}. Waypost retries with growing delays.`,
    failedNote: (n) => `${n} failed after all retries. You can retry them for 90 days.`,
    noDeliveriesNote: 'Send a test to see your server’s answer. Deliveries are kept for 7 days, failed ones for 90.',
    groups: { contact: 'Contacts', tag: 'Tags', list: 'Lists', link: 'Links' } satisfies {
      [event in EventName as GroupOf<event>]: string;
    },
    otherEvents: { 'webhook.test': 'Test', 'rule.webhook': 'Rule step' } satisfies {
      [message in OtherMessage]: string;
    },
  }),
  ofRuleNote: 'A rule step uses it. Edit or delete it in the rule.',
};
