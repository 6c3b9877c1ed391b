/** Examples of the published interface description. */
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
