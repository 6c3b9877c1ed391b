/** The events of webhooks. */
export const eventNames = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.banned',
  'link.broken',
  'link.mended',
  'link.clicked',
  'domain.verified',
  'domain.misconfigured',
] as const;
export type EventName = (typeof eventNames)[number];

/** The test event, sent on request even if the webhook is not subscribed to it. */
export const testEvent = 'webhook.test';

export const joinEvents = (events: readonly EventName[]) => [...new Set(events)].join(',');
export const splitEvents = (events: string) => events.split(',') as EventName[];
