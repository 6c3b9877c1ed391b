/** The checks of a whole installation, starting with its settings. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, loadDotEnv, readConfig } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import { createLog } from '../log/log.ts';
import { parseAddress } from '../mail/email-address.ts';
import { createMailTransport } from '../mail/transport.ts';
import { explain } from '../process/entry.ts';
import { checkMigrations } from './checks/migrations.ts';
import { allChecks, settingsFileCheck } from './checks.ts';
import { type Check, type Finding, failed, ok } from './core/finding.ts';
import { type Checked, runChecks } from './run-checks.ts';
import { openSubject } from './subject.ts';

/**
 * Runs all checks; if the settings are invalid, only the checks of the settings. `mailTo`: the recipient of a test
 * email.
 */
export async function checkAll(mailTo?: string): Promise<Checked[]> {
  loadDotEnv();
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const faults = error.message.split('\n').slice(1);
    const found = faults.map(
      (fault): Checked => ({ group: 'Settings', name: 'settings', ...failed(fault.trim(), 'correct the setting') }),
    );
    return [...found, ...(await runChecks([settingsFileCheck], { config: {} as Config, now: new Date() }))];
  }
  const { subject, mysqlUrl, close } = await openSubject(config);
  const migrations: Check = {
    group: 'Stores',
    name: 'migrations',
    look: async () => (mysqlUrl ? checkMigrations(config, mysqlUrl) : []),
    withinMs: 12_000,
  };
  const mail: Check = {
    group: 'Messages',
    name: 'mail',
    look: () => sendMail(config, mailTo as string),
    withinMs: 14_000,
  };
  const checked = await runChecks([...allChecks, migrations, ...(mailTo === undefined ? [] : [mail])], subject);
  // Does not wait for an unresponsive store.
  await Promise.race([close(), sleep(500, undefined, { ref: false })]);
  return checked;
}

async function sendMail(config: Config, text: string): Promise<Finding> {
  const to = parseAddress(text);
  if ('fault' in to) return failed(`${text} ${to.fault}`, 'use an email address such as you@example.com');
  const log = createLog('check', 'silent', process.stderr);
  const transport = createMailTransport(config, { prefix: 'check-', url: config.baseUrl }, log);
  try {
    const reply = await transport.send({
      id: Date.now(),
      to: to.address,
      subject: 'A test email from waypost check',
      text: `This email shows that ${new URL(config.baseUrl).host} can send emails. You need not do anything.\n`,
    });
    return ok(`sent to ${to.address}: ${reply}`);
  } catch (error) {
    return failed(`the email to ${to.address} was not accepted: ${explain(error)}`, 'correct SMTP_URL and MAIL_FROM');
  } finally {
    transport.close();
  }
}
