/** Examples of the published interface description. */
import { byDimension } from '../clicks/core/dimensions.ts';

const totals = { clicks: 412, uniqueClicks: 298, qrScans: 37, botClicks: 19, lastClickAt: '2026-11-02T22:41:07.318Z' };
const none = { clicks: 0, uniqueClicks: 0 };

const common = {
  from: '2026-10-31T23:00:00.000Z',
  to: '2026-11-02T23:00:00.000Z',
  interval: 'day',
  timezone: 'Europe/Berlin',
  totals,
  timeseries: [
    { time: '2026-11-01T00:00:00.000+01:00', clicks: 150, uniqueClicks: 117 },
    { time: '2026-11-02T00:00:00.000+01:00', clicks: 262, uniqueClicks: 181 },
  ],
  breakdown: byDimension(({ example }) =>
    Object.entries(example).map(([value, [clicks, uniqueClicks]]) => ({ value, clicks, uniqueClicks })),
  ),
  previous: {
    from: '2026-10-29T23:00:00.000Z',
    to: '2026-10-31T23:00:00.000Z',
    totals: { ...none, qrScans: 0, botClicks: 0, lastClickAt: null },
    timeseries: [
      { time: '2026-10-30T00:00:00.000+01:00', ...none },
      { time: '2026-10-31T00:00:00.000+01:00', ...none },
    ],
  },
};

export { common as sharedStats };

export const linkStats = { linkId: 'lnk_5ZkQ8sVw2LrTq0YpXb7c', ...common };

export const stats = {
  ...common,
  topLinks: [
    {
      linkId: linkStats.linkId,
      shortUrl: 'https://go.example.com/launch',
      title: 'Launch page',
      clicks: 412,
      uniqueClicks: 298,
    },
  ],
};

export const linksStats = {
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-22T00:00:00.000Z',
  interval: 'day',
  links: [
    {
      id: 'lnk_5ZkQ8sVw2LrTq0YpXb7c',
      clicks: 12,
      uniqueClicks: 9,
      lastClickAt: '2026-11-21T08:15:30.123Z',
      series: [
        { start: '2026-11-20T00:00:00.000Z', clicks: 5 },
        { start: '2026-11-21T00:00:00.000Z', clicks: 7 },
      ],
    },
  ],
};
