/**
 * Billing without a payment service: a page on which an admin switches the plan for free. The page needs no script.
 * Its link is the credential.
 */
import { type Config, type OfferedPlan, unlimited, unlimitedDays } from '../../../shared/config/config.ts';
import type { HttpAnswer } from '../../../shared/http/answer.ts';
import type { HttpRoute } from '../../../shared/http/route.ts';
import { escapeHtml, htmlAnswer, paragraph } from '../../../shared/pages/html.ts';
import { counted } from '../../../shared/plural.ts';
import type { Context } from '../../api/context.ts';
import { type Fields, pageRoute } from '../../api/page-route.ts';
import type { Auth } from '../../identity/auth.ts';
import { offeredPlans } from '../../workspaces/plans.ts';
import { type Billing, type Interval, intervals, type PlanChoice } from '../core/billing.ts';
import { choosePlan } from './choose-plan.ts';
import { findPageLink, insertPageLink, type PageLink } from './queries.ts';

const pagePath = '/billing/local';
const linkValidMs = 3_600_000;

export function createLocalBilling(context: Context): Billing {
  const linkTo = async (auth: Auth, choice?: PlanChoice) => {
    const token = await insertPageLink(context.db, auth, choice, new Date(Date.now() + linkValidMs));
    return `${context.config.baseUrl}${pagePath}?token=${token}`;
  };
  return { checkoutUrl: linkTo, portalUrl: (auth) => linkTo(auth), routes: pageRoutes(context) };
}

const pageRoutes = (context: Context): HttpRoute[] => [
  pageRoute(context, 'GET', `/api${pagePath}`, (fields) => show(context, fields)),
  pageRoute(context, 'POST', `/api${pagePath}`, (fields) => choose(context, fields)),
];

const planNames: Record<OfferedPlan, string> = { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' };
const intervalNames: Record<Interval, string> = { month: 'monthly', year: 'yearly' };

const notValid = () =>
  htmlAnswer(404, 'This link is no longer valid', paragraph('It was used or has expired. Ask for a new one.'));
const notAllowed = () =>
  htmlAnswer(403, 'Not allowed', paragraph('The member who requested this link can no longer change the plan.', true));

async function show(context: Context, fields: Fields): Promise<HttpAnswer> {
  const token = fields('token');
  const link = await findPageLink(context.db, token, new Date());
  if (!link) return notValid();
  return link.isAllowed ? form(context.config, token, link) : notAllowed();
}

async function choose(context: Context, fields: Fields): Promise<HttpAnswer> {
  const token = fields('token');
  const now = new Date();
  const link = await findPageLink(context.db, token, now);
  if (!link) return notValid();
  if (!link.isAllowed) return notAllowed();
  const plan = offeredPlans.find((name) => name === fields('plan'));
  const interval = intervals.find((name) => name === (fields('interval') || 'month'));
  if (!plan || !interval) return form(context.config, token, link, 'Choose one of the plans.');
  if (!(await choosePlan(context.db, token, link, { choice: { plan, interval }, now }))) return notValid();
  context.announceChanges();
  return htmlAnswer(
    200,
    `${link.workspaceName} is on ${planNames[plan]}`,
    paragraph('No payment was taken. The new limits apply now; you can close this page.') + backLink(context.config),
  );
}

const count = (n: number, what: string, none = unlimited) => (n >= none ? `unlimited ${what}s` : counted(n, what));

const backLink = ({ billingReturnUrl }: Config) =>
  billingReturnUrl ? `<p><a href="${escapeHtml(billingReturnUrl)}">Back</a></p>` : '';

function form({ plans: limits }: Config, token: string, link: PageLink, fault?: string): HttpAnswer {
  const chosen = link.chosenPlan ?? link.plan;
  const options = offeredPlans.map((plan) => {
    const { linksPerMonth, domains, members, retentionDays } = limits[plan];
    const allowances = [
      `${count(linksPerMonth, 'new link')} a month`,
      count(domains, 'domain'),
      count(members, 'member'),
      `clicks for ${count(retentionDays, 'day', unlimitedDays)}`,
    ];
    const now = plan === link.plan ? ' (now)' : '';
    return `<p><label>${radio('plan', plan, plan === chosen)} ${planNames[plan]}${now}: ${allowances.join(', ')}</label></p>`;
  });
  const periods = intervals.map(
    (interval) =>
      `<label>${radio('interval', interval, interval === (link.chosenInterval ?? 'month'))} ${intervalNames[interval]}</label>`,
  );
  const body = [
    ...(fault ? [paragraph(fault, true)] : []),
    paragraph('Payments are off here: you can switch to any plan for free.'),
    '<form method="post">',
    `<input type="hidden" name="token" value="${escapeHtml(token)}">`,
    `<fieldset><legend>Plan</legend>${options.join('\n')}</fieldset>`,
    `<fieldset><legend>Billing period</legend>${periods.join('\n')}</fieldset>`,
    '<p><button type="submit">Switch plan</button></p>',
    '</form>',
    paragraph(
      'Existing links keep working on every plan. A lower plan keeps clicks for fewer days: older ones are deleted soon after.',
    ),
  ];
  return htmlAnswer(fault ? 422 : 200, `Plan of ${link.workspaceName}`, body.join('\n'));
}

const radio = (name: string, value: string, checked: boolean) =>
  `<input type="radio" name="${name}" value="${value}"${checked ? ' checked' : ''} required>`;
