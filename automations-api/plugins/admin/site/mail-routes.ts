/** Routes that show the mail settings and send a test email. The password in SMTP_URL is never shown. */
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import type { Config } from '../../../../shared/config/config.ts';
import { createMailTransport } from '../../../../shared/mail/transport.ts';
import { parseUrl } from '../../../../shared/net/parse-url.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { auditAction } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { MailAnswer, SentAnswer } from '../core/answers.ts';
import { mailNotSent } from '../core/errors.ts';
import { email } from '../core/params.ts';
import { administrator, requireOwner, requireUser } from '../sessions/identify.ts';

export const mailRoutes = (context: Context): RestRoute[] => [showRoute(context), testRoute(context)];

/** Returns `host:port` of the mail server; undefined if emails are written to files. Never includes credentials. */
const serverOf = ({ smtpUrl }: Config): string | undefined =>
  smtpUrl === '' ? undefined : parseUrl(smtpUrl)?.host || smtpUrl.replace(/^.*@/s, '');

const showRoute = ({ config }: Context) =>
  route({
    methods: ['GET'],
    path: '/mail',
    description: 'The mail server, or without one the folder to which emails are written, and the sender.',
    permission: administrator,
    answer: MailAnswer,
    callback() {
      const server = serverOf(config);
      const folder = server === undefined ? path.join(config.localDir, 'mail') : null;
      return success({ mail: { server: server ?? null, folder, from: config.mailFrom } });
    },
  });

const testRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/mail/test',
    description:
      "Sends a test email at once, to yourself or to another email address, and returns the mail server's reply.",
    permission: administrator,
    args: Type.Object({ to: Type.Optional(email) }),
    answer: SentAnswer,
    async callback(request) {
      const by = await requireUser(request);
      const to = request.params.to ?? (await requireOwner(context, request)).email;
      await context.tries.spendOnMailTest(`${by.type} ${by.id}`);
      const server = serverOf(context.config);
      const note = (isSent: boolean) =>
        auditAction(context, by, 'mail.tested', { subject: server ?? 'files', data: { sent: isSent } });
      const answer = await sendTest(context, to, by.name).catch(async (error: Error) => {
        await note(false);
        throw mailNotSent(`${server ?? 'The folder'} did not accept it: ${error.message.slice(0, 500)}`);
      });
      await note(true);
      return success({ sent: { to, answer } });
    },
  });

const timeoutSeconds = 15;

/** Sends a test email. Resolves to the mail server's reply. @throws with the reason for a failure */
async function sendTest({ config, log }: Context, to: string, by: string): Promise<string> {
  const transport = createMailTransport(config, { prefix: 'admin-', url: config.siteUrl }, log);
  const mail = {
    subject: `Test email from ${new URL(config.siteUrl).host}`,
    text: `${by} requested this email from ${config.siteUrl}, to check whether emails arrive. They do.\n\nIts sender is ${config.mailFrom}.\n`,
  };
  try {
    return await Promise.race([transport.send({ id: randomInt(2 ** 40), to, ...mail }), rejectLate()]);
  } finally {
    transport.close();
  }
}

async function rejectLate(): Promise<never> {
  await sleep(timeoutSeconds * 1_000, undefined, { ref: false });
  throw new Error(`it did not answer within ${timeoutSeconds} seconds`);
}
