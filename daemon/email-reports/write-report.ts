/**
 * The email of a report. It is written only when it is sent, so that it goes only to a member with a verified email
 * address, in a workspace that is not suspended.
 */
import type { Config } from '../../shared/config/config.ts';
import { dashboardUrl } from '../../shared/config/dashboard-url.ts';
import type { ClaimedMail } from '../../shared/mail/outbox-queries.ts';
import type { WrittenMail } from '../../shared/mail/transport.ts';
import { toLine } from '../../shared/names.ts';
import { escapeHtml } from '../../shared/pages/html.ts';
import { findUser } from '../../shared/people/user-queries.ts';
import { counted } from '../../shared/plural.ts';
import { openKeyedHash } from '../../shared/secrets/installation-secret.ts';
import { dayMs } from '../clicks/time.ts';
import type { Db } from '../core/tables.ts';
import { htmlOf } from '../mail/mail-texts.ts';
import type { NamedLink } from '../stats/name-links.ts';
import { collectReport, isEmpty, type Report, type ReportOptions } from './collect.ts';
import { dayText, type Period } from './periods.ts';
import { findRecipient } from './queries.ts';
import { type ReportMail, zoneOf } from './queue-reports.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Writes a report. Resolves to `undefined` if the report is no longer wanted or allowed, or would be empty. */
export async function writeReport(
  db: Db,
  config: Config,
  { recipient, data }: Pick<ClaimedMail, 'recipient' | 'data'>,
  now = Date.now(),
): Promise<WrittenMail | undefined> {
  const { memberId, every, timezone, period, requested } = JSON.parse(data) as ReportMail;
  const member = await findRecipient(db, memberId);
  const user = member && (await findUser(db, member.userId));
  if (!member || user?.email !== recipient || user.emailVerifiedAt === null) return undefined;
  if (!requested && member.every !== every) return undefined;
  const options = { every, zone: zoneOf(timezone), period };
  const { retentionDays } = config.plans[member.plan];
  const report = await collectReport({ db, config }, { workspaceId: member.workspaceId, retentionDays }, options, now);
  if (!requested && isEmpty(report)) return undefined;
  const unsubscribe = unsubscribeUrl(config.baseUrl, await openKeyedHash(config), member.publicId);
  const urlOf = (screen: string, query: Record<string, string> = {}) =>
    `${dashboardUrl(config.baseUrl)}${screen}?${new URLSearchParams({ ...query, workspace: member.workspacePublicId })}`;
  const workspace = { name: toLine(member.workspaceName), retentionDays, urlOf };
  return {
    ...toMail(workspace, options, report, unsubscribe),
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

type Workspace = {
  name: string;
  retentionDays: number;
  /** Returns the URL of a screen that opens in the workspace. */
  urlOf: (screen: string, query?: Record<string, string>) => string;
};

type Row = { label: string; url: string; value: string };
type Section = { title: string; url: string; rows: Row[]; more?: string };

const count = (n: number) => n.toLocaleString('en');
const formatOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
const dayFormat = formatOf({ timeZone: 'UTC', dateStyle: 'long' });
const monthFormat = formatOf({ timeZone: 'UTC', month: 'long', year: 'numeric' });

const periodText = ({ every }: ReportOptions, { first, end }: Period) =>
  every === 'monthly' ? monthFormat.format(first * dayMs) : dayFormat.formatRange(first * dayMs, (end - 1) * dayMs);

function toMail(workspace: Workspace, options: ReportOptions, report: Report, unsubscribe: string): WrittenMail {
  const { name, urlOf } = workspace;
  const { first, end } = options.period;
  const analytics = urlOf('/analytics', { from: dayText(first), to: dayText(end - 1) });
  const heading = `${name}: ${counted(report.totals.clicks, 'click')} in ${periodText(options, options.period)}`;
  const notes = notesOf(workspace, options, report);
  const figures = figuresOf(options, report);
  const sections = sectionsOf(workspace, options, report).filter(({ rows }) => rows.length > 0);
  const settings = urlOf('/settings/workspace');
  return {
    subject: heading,
    text: `${[
      heading,
      figures.map(([label, ...cells]) => `${label}: ${cells.join(' ')}`).join('\n'),
      ...notes,
      `Analytics: ${analytics}`,
      ...sections.map(textOf),
      `You get this email because you requested reports of ${name}. Settings: ${settings}`,
      `Unsubscribe: ${unsubscribe}`,
    ].join('\n\n')}\n`,
    html: htmlOf(
      [
        `<h1 style="font-size:1.25em">${link(analytics, heading)}</h1>`,
        tableOf(figures),
        ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
        ...sections.map(htmlOfSection),
        `<hr><p><small>You get this email because you requested reports of ${escapeHtml(name)}. ` +
          `${link(settings, 'Change the settings')} or ${link(unsubscribe, 'unsubscribe')}.</small></p>`,
      ].join(''),
    ),
  };
}

function notesOf({ retentionDays }: Workspace, { zone }: ReportOptions, { window, isWhole }: Report): string[] {
  if (isWhole) return [];
  const from = formatOf({ timeZone: zone.name, dateStyle: 'long', timeStyle: 'short' }).format(window.from);
  return [`The plan keeps analytics for ${counted(retentionDays, 'day')}, so this counts clicks from ${from}.`];
}

/** Returns rows with a label, the figure, the change and the previous figure. */
function figuresOf({ every }: ReportOptions, { totals, previous }: Report): string[][] {
  const figures = [
    ['Clicks', 'clicks'],
    ['Unique clicks', 'uniqueClicks'],
    ['QR scans', 'qrScans'],
  ] as const;
  const before = every === 'weekly' ? 'the week before' : 'the month before';
  return figures.map(([label, field]) => [
    label,
    count(totals[field]),
    ...(previous ? [changeOf(totals[field], previous[field]), `(${count(previous[field])} ${before})`] : []),
  ]);
}

function changeOf(now: number, before: number): string {
  if (now === before) return '±0%';
  if (before === 0) return 'new';
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent < 0 ? '−' : '+'}${count(Math.abs(percent))}%`;
}

function sectionsOf({ urlOf }: Workspace, { zone }: ReportOptions, report: Report): Section[] {
  const time = formatOf({ timeZone: zone.name, dateStyle: 'medium', timeStyle: 'short' });
  const end = formatOf({ timeZone: zone.name, dateStyle: 'long' }).format(report.until.getTime() - 1);
  const links = urlOf('/links');
  const rowOf = ({ linkId, shortUrl, title }: NamedLink, value: string): Row => ({
    label: title === null ? shortUrl : `${shortUrl} (${toLine(title)})`,
    url: urlOf(`/links/${linkId}`),
    value,
  });
  const { topLinks, broken, expiring, usedUp, certificates } = report;
  return [
    { title: 'Top links', url: links, rows: topLinks.map((top) => rowOf(top, counted(top.clicks, 'click'))) },
    {
      title: 'Broken links',
      url: urlOf('/links', { health: 'broken' }),
      rows: broken.links.map((found) => rowOf(found, 'the destination does not answer')),
      ...moreOf(broken),
    },
    {
      title: `Links that expire by ${end}`,
      url: links,
      rows: expiring.links.map((found) => rowOf(found, `expires ${time.format(found.expiresAt)}`)),
      ...moreOf(expiring),
    },
    {
      title: 'Links with few clicks left',
      url: links,
      rows: usedUp.links.map((found) =>
        rowOf(found, `${count(found.left)} of ${counted(found.maxClicks, 'click')} left`),
      ),
      ...moreOf(usedUp),
    },
    {
      title: `Certificates that expire by ${end}`,
      url: urlOf('/domains'),
      rows: certificates.map(({ id, hostname, expiresAt, error }) => ({
        label: hostname,
        url: urlOf(`/domains/${id}`),
        value: `ends ${time.format(new Date(expiresAt))}${error === null ? '' : `: ${toLine(error)}`}`,
      })),
    },
  ];
}

const moreOf = ({ others, isCut }: Pick<Report['broken'], 'others' | 'isCut'>) =>
  others === 0 ? {} : { more: `and ${isCut ? 'at least ' : ''}${count(others)} more` };

const textOf = ({ title, url, rows, more }: Section) =>
  [`${title}: ${url}`, ...rows.map(({ label, value }) => `- ${label}: ${value}`), ...(more ? [`- ${more}`] : [])].join(
    '\n',
  );

const link = (url: string, label: string) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

const tableOf = (rows: string[][]) =>
  `<table cellpadding="4">${rows
    .map(([label = '', ...cells]) => {
      const values = cells.map((cell) => `<td align="right">${escapeHtml(cell)}</td>`);
      return `<tr><th align="left" scope="row">${escapeHtml(label)}</th>${values.join('')}</tr>`;
    })
    .join('')}</table>`;

const htmlOfSection = ({ title, url, rows, more }: Section) =>
  `<h2 style="font-size:1.1em">${link(url, title)}</h2><ul>${[
    ...rows.map(({ label, url, value }) => `<li>${link(url, label)}: ${escapeHtml(value)}</li>`),
    ...(more ? [`<li>${escapeHtml(more)}</li>`] : []),
  ].join('')}</ul>`;
