/** The shapes of webhooks and deliveries for the screens, and the functions that an application provides for them. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { Shown } from '../load.ts';
import type { PageOf } from '../pages.ts';
import type { WebhookWords } from '../text/en/webhooks.ts';

export type Webhook = {
  id: string;
  url: string;
  /** The events; empty if the webhook belongs to another object, such as a rule. */
  events: readonly string[];
  active: boolean;
  createdAt: string;
  previousSecretUntil: string | null;
  failingSince: string | null;
  /** Counts, if the service counts deliveries. */
  counts?: { attemptedAt: string | null; pending: number; dead: number };
};
export type WebhookValues = { url: string; events: string[] };

export type Delivery = {
  id: string;
  event: string;
  status: 'delivered' | 'pending' | 'dead';
  attempts: number;
  error: string | null;
  createdAt: string;
  nextAttemptAt: string | null;
  messageId: string;
  payload: object;
  answer?: { status: number; body: string; tookMs: number } | null;
};
export type DeliveryFilter = { status?: string | undefined; event?: string | undefined };

export type EventKind = { name: string; title: string };

type FrameProps = {
  /** The name of the webhook that the screen is about. */
  name?: string;
  isOne?: boolean;
  note?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

export type WebhookPort = {
  words: WebhookWords;
  /** The component with the screen's heading and frame. */
  Frame: FunctionComponent<FrameProps>;
  /** Returns the path of a webhook, or of the list. */
  hrefOf: (id?: string) => string;
  mayChange: () => boolean;
  useEvents: () => Shown<readonly EventKind[]>;
  /** A note about the owner, for a webhook without events. */
  Owner?: FunctionComponent<{ id: string }>;
  get: (id: string, signal: AbortSignal) => Promise<Webhook>;
  create: (values: WebhookValues) => Promise<{ secret: string }>;
  save: (id: string, changes: Partial<WebhookValues & { active: boolean }>) => Promise<Webhook>;
  remove: (id: string) => Promise<unknown>;
  test: (id: string) => Promise<unknown>;
  rotate: (id: string) => Promise<{ secret: string }>;
  deliveries: (
    id: string,
    filter: DeliveryFilter & { cursor: string | undefined; limit: number },
    signal?: AbortSignal,
  ) => Promise<PageOf<Delivery>>;
  /** True if deliveries can be filtered by event. */
  filtersEvents?: boolean;
  /** The statuses of deliveries that can be retried. */
  retried: readonly Delivery['status'][];
  retry: (id: string, deliveryId: string) => Promise<unknown>;
  retryAll?: (id: string) => Promise<{ retried: number; dead: number }>;
};
