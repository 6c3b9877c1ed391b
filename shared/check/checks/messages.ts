/** Checks of emails and webhooks: the mail server, and pending and failed messages. */
import { createTransport } from 'nodemailer';
import { isLocalUrl } from '../../config/local-url.ts';
import { parseUrl } from '../../net/parse-url.ts';
import { counted } from '../../plural.ts';
import { evaluate, type Finding, failed, need, ok, type Subject, warning } from '../core/finding.ts';
import { countJobs, countMails, listTroubledWebhooks } from './message-queries.ts';

const answerMs = 4_000;

/** Connects to the mail server and signs in, without sending anything. */
export async function checkMailServer({ config }: Subject): Promise<Finding> {
  const { smtpUrl, baseUrl } = config;
  if (smtpUrl === '') {
    const toFiles = 'emails are written to LOCAL_DIR/mail';
    if (isLocalUrl(baseUrl)) return ok(toFiles);
    return warning(`${toFiles} and not sent`, 'set SMTP_URL, and test it: `waypost check --mail you@example.com`');
  }
  const host = parseUrl(smtpUrl)?.host ?? 'the server of SMTP_URL';
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
  });
  try {
    await transport.verify();
    return ok(`${host} accepts emails`);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const isLogin = code === 'EAUTH';
    const why = isLogin ? 'rejects user and password' : `does not accept emails (${code ?? message})`;
    return failed(`${host} ${why}`, 'correct SMTP_URL, then: `waypost check --mail you@example.com`');
  } finally {
    transport.close();
  }
}

const lateMs = 15 * 60_000;
const recentMs = 7 * 86_400_000;
const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

type Service = 'links' | 'contacts';

/** Returns a service's database and the prefix of its table names. */
const tablesOf = (subject: Subject, service: Service) => ({
  db: need(subject[service], 'MySQL'),
  prefix: service === 'links' ? '' : `${subject.config.tablePrefix}automations_`,
});

const logOf = { links: 'LOCAL_DIR/logs/links-worker.log', contacts: 'LOCAL_DIR/logs/automations.log' };

export const checkMails = (service: Service) => async (subject: Subject) => {
  const { db, prefix } = tablesOf(subject, service);
  const { late, failed: refused } = await countMails(db, prefix, ago(subject.now, lateMs), ago(subject.now, recentMs));
  return evaluate(
    [
      [
        late > 0,
        warning(
          `${counted(late, 'email')} queued for longer than 15 minutes`,
          `check ${logOf[service]}, and the mail server`,
        ),
      ],
      [
        refused > 0,
        warning(
          `${counted(refused, 'email')} failed in the last 7 days`,
          `check ${logOf[service]}, and the mail server`,
        ),
      ],
    ],
    'emails are sent without delay',
  );
};

const mostNamed = 3;

export const checkWebhooks = (service: Service) => async (subject: Subject) => {
  const { db, prefix } = tablesOf(subject, service);
  const troubled = await listTroubledWebhooks(db, prefix, ago(subject.now, recentMs));
  if (troubled.length === 0) return ok('all messages are delivered');
  const hosts = [...new Set(troubled.map(({ url }) => parseUrl(url)?.host ?? 'an invalid URL'))];
  const dead = troubled.reduce((sum, one) => sum + Number(one.dead), 0);
  const paused = troubled.filter(({ active }) => !active).length;
  const named = hosts.slice(0, mostNamed).join(', ') + (hosts.length > mostNamed ? ', …' : '');
  const place = service === 'links' ? 'Settings, Webhooks of the dashboard' : 'Webhooks of contacts';
  return warning(
    `${counted(troubled.length, 'webhook')} failing (${named}): ${counted(dead, 'event')} not delivered in 7 days, ${counted(paused, 'webhook')} off`,
    `check the responses of their servers, then retry: ${place}`,
  );
};

const longMs = 3_600_000;

export async function checkJobs(subject: Subject): Promise<Finding | Finding[]> {
  const { db, prefix } = tablesOf(subject, 'contacts');
  const { late, failed: unfinished } = await countJobs(
    db,
    prefix,
    ago(subject.now, longMs),
    ago(subject.now, recentMs),
  );
  return evaluate(
    [
      [
        late > 0,
        warning(
          `${counted(late, 'job')} running for more than an hour`,
          `check Jobs of contacts, and ${logOf.contacts}`,
        ),
      ],
      [
        unfinished > 0,
        warning(
          `${counted(unfinished, 'job')} of the last 7 days could not change every contact`,
          'check Jobs of contacts',
        ),
      ],
    ],
    'jobs run without delay',
  );
}
