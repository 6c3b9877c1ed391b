/** English strings for plans and billing. */
import { counted, plural } from '../../../../shared/plural.ts';

export const billing = {
  title: 'Billing',
  about: 'Your plan, its limits and the other plans.',
  present: (plan: string) => `${plan} plan`,
  portal: 'Manage payment',
  pastDue: 'The last payment failed. Update your payment details; the plan stays for a few days.',
  statuses: {
    none: 'No subscription',
    active: 'Paid',
    past_due: 'Payment failed',
    canceled: 'Subscription ended',
  },
  paid: (interval: 'month' | 'year', next: string | undefined) =>
    `Billed ${interval === 'month' ? 'monthly' : 'yearly'}.${next ? ` Next payment: ${next}.` : ''}`,
  ends: (day: string) => `Ends on ${day}. The workspace then moves to Free.`,
  meters: { links: 'New links', clicks: 'Clicks', domains: 'Domains', members: 'Members' },
  noLimits: 'No limits',
  noLimitsNote: 'The operator removed all limits from this workspace. No payment is needed.',
  unlimited: 'unlimited',
  of: (limit: string) => `of ${limit}`,
  resets: (day: string) => `Monthly usage resets on ${day}.`,
  changedBy: {
    payment: 'Upgrades start once paid, downgrades at the end of the period.',
    admin: 'Payments are off here: switch to any plan for free.',
    operator: 'The operator sets your plan. Ask them to change it.',
  },
  adminsChange: 'Only admins can change the plan.',
  plans: 'Plans',
  interval: 'Billed',
  intervals: { month: 'Monthly', year: 'Yearly' },
  yours: 'Your plan',
  choose: (plan: string) => `Choose ${plan}`,
  beyond: (plan: string, isMore: boolean) => `Everything in ${plan}${isMore ? ', plus' : ''}`,
  limits: {
    links: (n: string) => `${n} new links a month`,
    clicks: (n: string) => `${n} clicks a month`,
    history: (days: number) =>
      days % 365 === 0 ? `${counted(days / 365, 'year')} of analytics` : `${counted(days, 'day')} of analytics`,
    historyAll: 'Unlimited analytics history',
    domains: (n: string, count: number | null) => `${n} ${plural(count ?? 2, 'domain', 'domains')}`,
    members: (n: string, count: number | null) => `${n} ${plural(count ?? 2, 'member', 'members')}`,
    requests: (n: string) => `${n} API requests a minute`,
  },
  features: {
    password: 'Passwords',
    expiresAt: 'Expiry and expired URL',
    expiredUrl: 'Expiry and expired URL',
    startsAt: 'Scheduled start',
    notStartedUrl: 'Scheduled start',
    maxClicks: 'Click limit',
    geo: 'Destinations by country',
    iosUrl: 'Destinations by device',
    androidUrl: 'Destinations by device',
    fg: 'QR codes in your colours',
    bg: 'QR codes in your colours',
    export: 'Click export',
  },
  downTitle: (plan: string) => `Switch to ${plan}?`,
  downNote: 'Links keep redirecting. You lose:',
  lost: {
    feature: (feature: string) => `${feature}: existing settings stay, new ones are not possible`,
    history: (days: number) => `Analytics older than ${counted(days, 'day')} are deleted`,
    domains: (used: string, limit: string) => `${used} domains in use, ${limit} allowed: you can’t connect more`,
    members: (used: string, limit: string) => `${used} members, ${limit} allowed: you can’t invite more`,
    links: (used: string, limit: string) =>
      `${used} links created this month, ${limit} allowed: no more until next month`,
  },
};

export const planRoom = {
  full: (plan: string, most: string) => `You use all ${most} on ${plan}.`,
  next: (plan: string, limit: string) => `${plan} allows ${limit}.`,
  unlimited: 'as many as you like',
  see: 'See plans',
  domains: (limit: number) => counted(limit, 'domain'),
  members: (limit: number) => counted(limit, 'member'),
};
