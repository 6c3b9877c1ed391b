/** Examples of the published interface description. */
export const webhook = {
  id: 'whk_8Rk2LmQz5TfYw0VhXc3d',
  workspaceId: 'ws_Jd93kfLa0Qp2Zx71MnBv',
  url: 'https://example.com/hooks/waypost',
  events: ['link.created', 'link.clicked'],
  active: true,
  formerSecretUntil: null,
  failingSince: null,
  createdAt: '2026-11-22T08:15:30.123Z',
  updatedAt: '2026-11-22T08:15:30.123Z',
};

export const input = { url: webhook.url, events: webhook.events };
export const patch = { events: ['link.created', 'link.deleted'], active: true };
export const made = { ...webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' };
export const rotated = {
  ...made,
  formerSecretUntil: '2026-11-23T09:00:00.000Z',
  updatedAt: '2026-11-22T09:00:00.000Z',
};
export const list = { webhooks: [webhook] };

export const testDelivery = {
  id: 'msg_5f0c3a9d1e7b4c8296a1d0e3f4b5c6d7',
  status: 'pending',
  attempts: 0,
  error: null,
  createdAt: '2026-11-22T08:16:00.000Z',
  attemptedAt: null,
  nextAttemptAt: null,
  request: {
    type: 'webhook.test',
    timestamp: '2026-11-22T08:16:00.000Z',
    data: { webhookId: webhook.id },
  },
  answer: null,
};

const clicked = {
  id: 'msg_0b6f1c2d3e4f5a6b7c8d9e0f1a2b3c4d',
  status: 'dead',
  attempts: 10,
  error: 'it answered 503',
  createdAt: '2026-11-22T08:17:00.000Z',
  attemptedAt: '2026-11-25T12:00:05.250Z',
  nextAttemptAt: null,
  request: {
    type: 'link.clicked',
    timestamp: '2026-11-22T08:17:00.000Z',
    data: {
      clicks: [
        {
          clickedAt: '2026-11-22T08:16:58.412Z',
          linkId: 'lnk_5ZkQ8sVw2LrTq0YpXb7c',
          domain: 'go.example.com',
          slug: 'launch',
          destination: 'https://example.com/products/launch',
          country: 'DE',
          device: 'mobile',
          os: 'iOS',
          browser: 'Safari',
          referrer: '(direct)',
          trigger: 'qr',
          isBot: false,
        },
      ],
    },
  },
  answer: { status: 503, body: 'Service Unavailable', tookMs: 41 },
};

export const page = { deliveries: [clicked], nextCursor: 'WyJkZWxpdmVyaWVzIiw0Ml0' };
export const revived = { ...clicked, status: 'pending', attempts: 0 };
