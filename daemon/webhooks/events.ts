/** What a webhook can hear of. */

export const eventNames = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.banned',
  'link.clicked',
  'domain.verified',
  'domain.misconfigured',
] as const;
export type EventName = (typeof eventNames)[number];

/** Sent when it is asked for, whatever the webhook hears of. */
export const testEvent = 'webhook.test';

export const joinEvents = (events: readonly EventName[]) => [...new Set(events)].join(',');
export const splitEvents = (events: string) => events.split(',') as EventName[];
