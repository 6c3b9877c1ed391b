/** The words of plans and payment. */
import { counted, plural } from '../../../../shared/ui/text-en.ts';

export const billing = {
  title: 'Billing',
  about: 'The plan, and what the others give.',
  present: (plan: string) => `${plan} plan`,
  portal: 'Manage payment',
  pastDue: 'The last payment failed. The plan stays as it is for some days; update how you pay.',
  statuses: {
    none: 'Nothing is paid for.',
    active: 'Paid.',
    past_due: 'The last payment failed.',
    canceled: 'The subscription has ended.',
  },
  paid: (interval: 'month' | 'year', next: string | undefined) =>
    `Paid by the ${interval}${next ? `, next on ${next}` : ''}.`,
  ends: (day: string) => `Ends on ${day}, then the workspace is on Free.`,
  meters: { links: 'New links', clicks: 'Clicks', domains: 'Domains', members: 'Members' },
  noLimits: 'No limits',
  noLimitsNote: 'The operator gave this workspace no limits. There is nothing to pay for.',
  unlimited: 'unlimited',
  of: (limit: string) => `of ${limit}`,
  resets: (day: string) => `Links and clicks are counted by the month, anew on ${day}.`,
  changedBy: {
    payment: 'A higher plan holds as soon as it is paid, a lower one from the end of the period.',
    admin: 'This installation takes no payment: switch to any plan, free of charge.',
    operator: 'Plans are given by who runs this installation. Ask them for another.',
  },
  adminsChange: 'Admins of the workspace change the plan.',
  plans: 'Plans',
  interval: 'Paid by the',
  intervals: { month: 'Month', year: 'Year' },
  yours: 'Your plan',
  choose: (plan: string) => `Choose ${plan}`,
  beyond: (plan: string, isMore: boolean) => `Everything of ${plan}${isMore ? ', and' : ''}`,
  limits: {
    links: (n: string) => `${n} new links a month`,
    clicks: (n: string) => `${n} clicks a month`,
    history: (days: number) =>
      days % 365 === 0 ? `${counted(days / 365, 'year')} of statistics` : `${counted(days, 'day')} of statistics`,
    historyAll: 'All statistics are kept',
    domains: (n: string, count: number | null) => `${n} ${plural(count ?? 2, 'domain', 'domains')}`,
    members: (n: string, count: number | null) => `${n} ${plural(count ?? 2, 'member', 'members')}`,
    requests: (n: string) => `${n} API calls a minute`,
  },
  features: {
    password: 'Passwords',
    expiresAt: 'Expiry and what comes after',
    expiredUrl: 'Expiry and what comes after',
    startsAt: 'A start in the future',
    notStartedUrl: 'A start in the future',
    maxClicks: 'A limit of clicks',
    geo: 'Destinations by country',
    iosUrl: 'Destinations by device',
    androidUrl: 'Destinations by device',
    fg: 'QR codes in your colours',
    bg: 'QR codes in your colours',
    export: 'Export of clicks',
  },
  downTitle: (plan: string) => `Switch to ${plan}?`,
  downNote: 'Links go on leading where they lead. What ends:',
  lost: {
    feature: (feature: string) => `${feature}: what is set stays, nothing new can be set`,
    history: (days: number) => `Statistics older than ${counted(days, 'day')} are deleted`,
    domains: (used: string, limit: string) => `${used} domains are used and ${limit} allowed: none can be added`,
    members: (used: string, limit: string) => `${used} members are there and ${limit} allowed: none can be invited`,
    links: (used: string, limit: string) =>
      `${used} links were made this month and ${limit} are allowed: no more until the next`,
  },
};

export const planRoom = {
  full: (plan: string, most: string) => `The plan ${plan} has room for ${most}, all of it in use.`,
  next: (plan: string, limit: string) => `${plan} gives ${limit}.`,
  unlimited: 'as many as you like',
  see: 'See plans',
  domains: (limit: number) => counted(limit, 'domain'),
  members: (limit: number) => counted(limit, 'member'),
};
