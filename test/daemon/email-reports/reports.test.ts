/** Reports by email: their figures compared with the API's, one per period, their recipients, and how they end. */
import { sql } from 'kysely';
import { agents } from '../../../daemon/demo/recorded-clicks.ts';
import { dayText, lastPeriod, periodAfter, periodBefore } from '../../../daemon/email-reports/periods.ts';
import { endReports, listDue, listExpiring, listLimited } from '../../../daemon/email-reports/queries.ts';
import { queueDueReports } from '../../../daemon/email-reports/queue-reports.ts';
import { writeReport } from '../../../daemon/email-reports/write-report.ts';
import { updateSuspension } from '../../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import type { WrittenMail } from '../../../shared/mail/transport.ts';
import { findTimeZone, startOfLocalDay, type TimeZone } from '../../../shared/time-zone.ts';
import { password, signUp, startMailWorker, userIdOf, verifyUser } from '../../fixtures/accounts.ts';
import { batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { explain } from '../../fixtures/explain.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { log } from '../../fixtures/redirects.ts';
import { t } from '../../runner/tap.ts';

const env = { SIGNUPS_PER_MINUTE: '100000', PLANS_FREE_LINKS_PER_MONTH: '1000', PLANS_FREE_RETENTION_DAYS: '365' };
const daemon = await startDaemon(t, { env });
const { db, config } = daemon.context;
const anyone = caller(daemon, undefined);
const dayMs = 86_400_000;
const never = new AbortController().signal;

async function newReader(settings: object = { frequency: 'weekly', timezone: 'Europe/Berlin' }) {
  const person = await signUp(daemon);
  const userId = await userIdOf(db, person);
  await verifyUser(db, userId);
  const { status, text } = await person.call('PATCH', '/workspace/reports', settings);
  if (status !== 200) throw new Error(text);
  const member = await db.selectFrom('members').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
  const patchMember = (set: object) => db.updateTable('members').set(set).where('id', '=', member.id).execute();
  return { ...person, userId, member, workspaceId: member.workspace_id, makeDue: () => patchMember(overdue) };
}
type Reader = Awaited<ReturnType<typeof newReader>>;
const overdue = { report_due_at: new Date('2020-01-01T00:00:00Z') };

const mailsTo = ({ email }: { email: string }) =>
  db.selectFrom('mails').selectAll().where('recipient', '=', email).where('kind', '=', 'report').execute();

async function written(reader: Reader, now = Date.now()): Promise<WrittenMail | undefined> {
  const mail = (await mailsTo(reader)).at(-1);
  return mail && writeReport(db, config, mail, now);
}

async function addLink({ call }: Pick<Reader, 'call'>, fields: object = {}) {
  const { json, status, text } = await call('POST', '/links', { url: 'https://example.com/', ...fields });
  if (status !== 201) throw new Error(text);
  const row = db.selectFrom('links').select('id').where('public_id', '=', json.id);
  return { ...json, number: (await row.executeTakeFirstOrThrow()).id } as Json & { number: number };
}

const record = (clicks: Parameters<typeof batchOf>[0]) => recordClicks(db, log, batchOf(clicks), new Date());
const figure = (text: string, name: string) =>
  Number(new RegExp(`^${name}: ([\\d,]+)`, 'm').exec(text)?.[1]?.replaceAll(',', ''));
const previously = (text: string, name: string) =>
  Number(new RegExp(`^${name}: .*\\(([\\d,]+) the`, 'm').exec(text)?.[1]?.replaceAll(',', ''));

for (const [every, zoneName] of [
  ['weekly', 'Europe/Berlin'],
  ['weekly', 'Asia/Kathmandu'],
  ['monthly', 'America/New_York'],
] as const) {
  t.test(`the figures of a ${every} report in ${zoneName} equal the API's figures`, async (t) => {
    const reader = await newReader({ frequency: every, timezone: zoneName });
    const [one, other] = [await addLink(reader, { title: 'Spring "<sale>"' }), await addLink(reader)];
    const zone = findTimeZone(zoneName) as TimeZone;
    const period = lastPeriod(every, zone, Date.now());
    const before = periodBefore(every, period);
    const start = (day: number) => startOfLocalDay(zone, day);
    // Around both midnights, and in the middle.
    const times = [start(period.first) + 3_600_000, start(period.end) - 1, start(period.first) + 2 * dayMs];
    await record([
      ...times.map((at, n) => clickOf(one.number, at, { visitor: n % 2, qr: n === 0 })),
      clickOf(other.number, start(period.first) + dayMs, { visitor: 5 }),
      clickOf(other.number, start(period.first) + dayMs, { userAgent: agents.bot }),
      clickOf(one.number, start(period.first) - 1, { visitor: 6 }),
      clickOf(one.number, start(before.first) + 3_600_000, { visitor: 6 }),
      clickOf(one.number, start(before.first) - 1, { visitor: 7 }),
      clickOf(one.number, start(period.end) + 3_600_000, { visitor: 8 }),
    ]);
    await reader.makeDue();
    await queueDueReports(db, new Date(), never);
    const text = (await written(reader))?.text ?? '';
    const statsOf = async ({ first, end }: typeof period) => {
      const query = new URLSearchParams({ from: dayText(first), to: dayText(end - 1), timezone: zoneName });
      return (await reader.call('GET', `/stats?${query}`)).json;
    };
    const [now, then] = [await statsOf(period), await statsOf(before)];
    t.equal(now.totals.clicks, 4);
    t.equal(then.totals.clicks, 2);
    for (const [label, field] of Object.entries({
      Clicks: 'clicks',
      'Unique clicks': 'uniqueClicks',
      'QR scans': 'qrScans',
    })) {
      t.equal(figure(text, label), now.totals[field], label);
      t.equal(previously(text, label), then.totals[field], `${label} before`);
    }
    t.match(text, /Clicks: 4 \+100% \(2 the (week|month) before\)/);
    const top = [...text.matchAll(/^- (\S+?)(?: \(.*\))?: (\d+) clicks?$/gm)].map(([, url, clicks]) => [
      url,
      Number(clicks),
    ]);
    t.same(
      top,
      now.topLinks.map(({ shortUrl, clicks }: Json) => [shortUrl, clicks]),
    );
    if (every === 'weekly') {
      const compared = await reader.call(
        'GET',
        `/stats?from=${dayText(period.first)}&to=${dayText(period.end - 1)}&timezone=${zoneName}&compare=previous`,
      );
      t.equal(compared.json.previous.totals.clicks, then.totals.clicks, 'the API compares the same weeks');
    }
  });
}

t.test('a report names broken and expiring links and certificates, and nothing from other workspaces', async (t) => {
  const [reader, stranger] = [await newReader(), await newReader()];
  const zone = findTimeZone('Europe/Berlin') as TimeZone;
  const period = lastPeriod('weekly', zone, Date.now());
  // Within the week that follows the reported one.
  const now = startOfLocalDay(zone, period.end) + 6 * 3_600_000;
  const at = (ms: number) => new Date(now + ms);
  const setLink = (id: number, set: object) => db.updateTable('links').set(set).where('id', '=', id).execute();
  const markBroken = (link_id: number, workspace_id: number) =>
    db
      .insertInto('link_scans')
      .values({ link_id, workspace_id, lane: 2, due_at: at(dayMs), health: 'broken', health_since: at(0) })
      .execute();
  const names = ['broken', 'soon', 'later', 'past', 'hidden', 'tenth', 'quick', 'slow', 'used', 'unused'];
  const links: Record<string, Json> = {};
  for (const slug of names) links[slug] = await addLink(reader, { slug: `${slug}-${reader.userId}` });
  const theirs = await addLink(stranger, { slug: `theirs-${reader.userId}` });
  await markBroken(links.broken.number, reader.workspaceId);
  await markBroken(theirs.number, stranger.workspaceId);
  await setLink(links.soon.number, { expires_at: at(dayMs) });
  await setLink(theirs.number, { expires_at: at(dayMs) });
  await setLink(links.later.number, { expires_at: at(8 * dayMs) });
  await setLink(links.past.number, { expires_at: at(-1) });
  await setLink(links.hidden.number, { expires_at: at(dayMs), archived: true });
  const clicked = startOfLocalDay(zone, period.first) + dayMs;
  await record(
    [0, 1, 2].flatMap((n) =>
      ['tenth', 'quick', 'slow', 'used'].map((name) => clickOf(links[name].number, clicked + n)),
    ),
  );
  const limited: [string, number, number][] = [
    ['tenth', 1_000, 900],
    ['quick', 20, 17],
    ['slow', 1_000, 3],
    ['used', 10, 10],
    ['unused', 10, 9],
  ];
  for (const [name, max_clicks, uses] of limited) await setLink(links[name].number, { max_clicks, uses });
  const { json: domain } = await reader.call('POST', '/domains', { hostname: `go${reader.userId}.example.org` });
  await db
    .updateTable('domains')
    .set({ certificate_status: 'failed', certificate_expires_at: at(2 * dayMs), certificate_error: 'no <answer>' })
    .where('public_id', '=', domain.id)
    .execute();
  await reader.makeDue();
  await queueDueReports(db, new Date(now), never);
  const mail = await written(reader, now);
  const text = mail?.text ?? '';
  const section = (title: RegExp) => text.split('\n\n').find((part) => title.test(part)) ?? '';
  const slugsIn = (part: string) => [...part.matchAll(/^- \S+\/(\w+)-\d+/gm)].map(([, slug]) => slug);
  t.same(slugsIn(section(/^Broken links/)), ['broken']);
  t.match(section(/^Broken links/), /\/dashboard\/links\?health=broken&workspace=ws_/);
  const { json: listed } = await reader.call('GET', '/links?health=broken');
  t.same(
    listed.links.map(({ slug }: Json) => slug.split('-')[0]),
    ['broken'],
  );
  t.same(slugsIn(section(/^Links that expire/)), ['soon']);
  t.same(slugsIn(section(/^Links with few clicks left/)), ['quick', 'tenth']);
  t.match(section(/^Links with few/), /3 of 20 clicks left\n.*100 of 1,000 clicks left/);
  t.match(section(/^Certificates/), `go${reader.userId}.example.org: ends `);
  t.match(mail?.html, 'no &#60;answer&#62;');
  t.notMatch(text, /theirs/);
});

t.test(
  'each period has one email, even if work is repeated, and an outage of several weeks causes only one email',
  async (t) => {
    const reader = await newReader();
    const now = new Date();
    for (const _ of [1, 2]) {
      await reader.makeDue();
      await Promise.all([1, 2, 3, 4].map(() => queueDueReports(db, now, never)));
      t.equal((await mailsTo(reader)).length, 1);
    }
    await reader.call('PATCH', '/workspace/reports', { timezone: 'America/Los_Angeles' });
    await reader.makeDue();
    await queueDueReports(db, now, never);
    t.equal((await mailsTo(reader)).length, 1, 'also with another time zone');

    const later = new Date(now.getTime() + 36 * dayMs);
    await queueDueReports(db, later, never);
    await queueDueReports(db, later, never);
    const mails = await mailsTo(reader);
    t.equal(mails.length, 2, 'only the last of five weeks');
    const zone = findTimeZone('America/Los_Angeles') as TimeZone;
    t.same(JSON.parse(mails[1]?.data ?? '').period, lastPeriod('weekly', zone, later.getTime()));
    const { json } = await reader.call('GET', '/workspace/reports');
    const next = startOfLocalDay(zone, periodAfter('weekly', lastPeriod('weekly', zone, later.getTime())).end);
    t.ok(Date.parse(json.nextAt) >= next && Date.parse(json.nextAt) < next + dayMs, json.nextAt);
  },
);

t.test('a report that cannot be queued does not delay other reports, and is queued later', async (t) => {
  const [broken, other] = [await newReader(), await newReader()];
  await broken.makeDue();
  await other.makeDue();
  const refuse = sql`CREATE TRIGGER refuse_report BEFORE INSERT ON mails FOR EACH ROW
    IF NEW.recipient = ${sql.lit(broken.email)} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'; END IF`;
  await refuse.execute(db);
  try {
    await t.rejects(queueDueReports(db, new Date(), never), /refused/);
  } finally {
    await sql`DROP TRIGGER refuse_report`.execute(db);
  }
  t.same([(await mailsTo(broken)).length, (await mailsTo(other)).length], [0, 1]);
  await queueDueReports(db, new Date(), never);
  t.same([(await mailsTo(broken)).length, (await mailsTo(other)).length], [1, 1]);
});

/** Ends the right to a queued report. */
const ends: Record<string, (reader: Reader) => Promise<unknown>> = {
  'is off': ({ call }) => call('PATCH', '/workspace/reports', { frequency: 'off' }),
  'was unsubscribed': ({ member }) => endReports(db, member.public_id),
  'was changed to monthly': ({ call }) => call('PATCH', '/workspace/reports', { frequency: 'monthly' }),
  'is of a suspended workspace': ({ workspaceId }) =>
    inTransaction(db, (trx) => updateSuspension(trx, workspaceId, true, new Date())),
  'is for a user who is no longer a member': ({ member }) =>
    db.deleteFrom('members').where('id', '=', member.id).execute(),
  'is for a deleted account': ({ call }) => call('DELETE', '/auth/me', { currentPassword: password }),
  'is of a deleted workspace': async ({ call, workspaceId }) => {
    const { name } = await db
      .selectFrom('workspaces')
      .select('name')
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return call('DELETE', '/workspace', { name, currentPassword: password });
  },
  'is for an email that is no longer verified': ({ userId }) =>
    db.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute(),
  'is for a changed email': ({ userId, email }) =>
    db
      .updateTable('users')
      .set({ email: `new.${email}` })
      .where('id', '=', userId)
      .execute(),
};
for (const [what, end] of Object.entries(ends)) {
  t.test(`a queued report is not sent if it ${what}`, async (t) => {
    const reader = await newReader();
    const link = await addLink(reader);
    await record([clickOf(link.number, Date.now() - 7 * dayMs, { visitor: 1 })]);
    await reader.makeDue();
    await queueDueReports(db, new Date(), never);
    const [mail] = await mailsTo(reader);
    if (!mail) throw new Error('nothing was queued');
    t.ok(await writeReport(db, config, mail), 'before');
    await end(reader);
    t.equal(await writeReport(db, config, mail), undefined);
  });
}

t.test('a report with nothing to report is not sent, except on request', async (t) => {
  const reader = await newReader();
  await reader.makeDue();
  await queueDueReports(db, new Date(), never);
  t.equal(await written(reader), undefined);
  t.equal((await reader.call('POST', '/workspace/reports/send')).status, 200);
  t.match(await written(reader), { subject: /: 0 clicks in / });
});

t.test('a report has headers and a link for unsubscribing, which work without a session', async (t) => {
  const mailbox = await startMailServer(t);
  startMailWorker(t, daemon, mailbox.url);
  const [reader, other] = [await newReader(), await newReader()];
  t.equal((await reader.call('POST', '/workspace/reports/send')).status, 200);
  const mail = await mailbox.waitFor(reader.email);
  const header = (name: string) => mail.headerLines.find(({ key }) => key === name)?.line.replace(/\r?\n /g, ' ');
  t.equal(header('list-unsubscribe-post'), 'List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const url = new URL(/<(.+)>/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '');
  t.ok(mail.text?.includes(url.href), 'also in the text');
  t.match(mail.html, 'unsubscribe</a>');
  const open = (method: string, query = url.search, headers: Record<string, string> = {}) =>
    fetch(`${daemon.origin}${url.pathname}${query}`, {
      method,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      ...(method === 'POST' ? { body: 'List-Unsubscribe=One-Click' } : {}),
    });
  const frequency = async ({ call }: Reader) => (await call('GET', '/workspace/reports')).json.frequency;

  const page = await open('GET');
  t.equal(page.status, 200);
  t.match(await page.text(), /<form method="post">.*Unsubscribe/s);
  t.match(await (await open('GET', url.search, { 'accept-language': 'de' })).text(), 'Abbestellen');
  t.equal(await frequency(reader), 'weekly', 'opening the link changes nothing');

  const token = url.searchParams.get('token') as string;
  const forged = [
    token.slice(0, -1),
    `${token}x`,
    token.replace(/\.(.)/, (_, c) => `.${c === 'A' ? 'B' : 'A'}`),
    'mem_x.y',
    '',
  ];
  for (const bad of [...forged, `${other.member.public_id}.${token.split('.')[1]}`]) {
    for (const method of ['GET', 'POST'])
      t.equal((await open(method, `?token=${bad}`)).status, 404, `${method} ${bad}`);
  }
  t.same([await frequency(reader), await frequency(other)], ['weekly', 'weekly']);

  for (const _ of [1, 2]) {
    const done = await open('POST');
    t.equal(done.status, 200);
    t.match(await done.text(), 'You are unsubscribed');
  }
  t.same([await frequency(reader), await frequency(other)], ['off', 'weekly']);
  t.equal((await reader.call('GET', '/workspace/reports')).json.nextAt, null);
  await db.deleteFrom('members').where('id', '=', reader.member.id).execute();
  t.equal((await open('POST')).status, 200, 'the same after the membership ended');
});

t.test('each member has their own report settings, and invalid settings are refused', async (t) => {
  const person = await signUp(daemon);
  const get = async () => (await person.call('GET', '/workspace/reports')).json;
  t.same(await get(), { frequency: 'off', timezone: 'UTC', nextAt: null });
  t.match(await person.call('PATCH', '/workspace/reports', { frequency: 'weekly' }), { status: 409 });
  t.match(await person.call('POST', '/workspace/reports/send'), { status: 409 });
  await verifyUser(db, await userIdOf(db, person));
  const bad: [object, string][] = [
    [{ frequency: 'daily' }, 'frequency'],
    [{ frequency: null }, 'frequency'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ timezone: `A${'a'.repeat(64)}` }, 'timezone'],
    [{ frequency: 'weekly', userId: 1 }, 'userId'],
  ];
  for (const [body, field] of bad) {
    const { status, json } = await person.call('PATCH', '/workspace/reports', body);
    t.match([status, json.error?.details?.field], [422, field], JSON.stringify(body));
  }
  t.same(await get(), { frequency: 'off', timezone: 'UTC', nextAt: null });
  const { json } = await person.call('PATCH', '/workspace/reports', { frequency: 'monthly', timezone: 'Asia/Tokyo' });
  t.match(json, { frequency: 'monthly', timezone: 'Asia/Tokyo', nextAt: /T2[12]:\d\d:00.000Z$/ });
  t.same((await person.call('PATCH', '/workspace/reports', {})).json, json, 'an empty change keeps the due time');
  t.same((await person.call('PATCH', '/workspace/reports', { frequency: 'monthly' })).json, json);
  const off = await person.call('PATCH', '/workspace/reports', { frequency: 'off' });
  t.same(off.json, { frequency: 'off', timezone: 'Asia/Tokyo', nextAt: null });

  const { json: created } = await person.call('POST', '/workspaces', { name: 'Second' });
  const inSecond = await fetch(`${daemon.origin}/api/workspace/reports`, {
    headers: { authorization: `Bearer ${person.token}`, 'x-workspace-id': created.id },
  });
  t.match(await inSecond.json(), { frequency: 'off', timezone: 'UTC' });
  t.equal((await anyone('GET', '/workspace/reports')).status, 401);
});

t.test('requested reports are limited per hour', async (t) => {
  const reader = await newReader();
  const send = () => reader.call('POST', '/workspace/reports/send');
  for (let n = 0; n < config.accountMailsPerHour; n++) t.equal((await send()).status, 200);
  t.equal((await send()).status, 429);
});

t.test('if the plan keeps too few days, the report shows no comparison, and names the first counted day', async (t) => {
  const reader = await newReader({ frequency: 'monthly', timezone: 'UTC' });
  await reader.call('POST', '/workspace/reports/send');
  const [mail] = await mailsTo(reader);
  const short = { ...config, plans: { ...config.plans, free: { ...config.plans.free, retentionDays: 15 } } };
  const now = Date.UTC(2026, 9, 1, 6);
  const period = lastPeriod('monthly', findTimeZone('UTC') as TimeZone, now);
  const data = JSON.stringify({ ...JSON.parse(mail?.data ?? ''), period });
  const report = await writeReport(db, short, { recipient: reader.email, data }, now);
  t.match(report?.text, /^Clicks: 0$/m);
  t.match(report?.text, 'The plan keeps analytics for 15 days, so this counts clicks from 16 September 2026 at 06:00.');
});

t.test('every query for reports reads an index', async (t) => {
  const now = new Date();
  const span = { from: now, to: new Date(now.getTime() + dayMs) };
  const plans = [
    ...(await explain(db, (db) => listDue(db, now, 200))),
    ...(await explain(db, (db) => listExpiring(db, 1, span, 1_000))),
    ...(await explain(db, (db) => listLimited(db, 1, now, 500))),
  ].flatMap(({ plans }) => plans);
  t.match(plans, [{ key: 'members_report_due' }, { key: 'links_by_expiry' }, { key: 'links_by_last_click' }]);
});
