/** The routes by which administrators see how mails leave, and try it. A password in SMTP_URL is shown to nobody. */
import path from 'node:path';
import Type from 'typebox';
import type { Config } from '../../../../shared/config/config.ts';
import { parseUrl } from '../../../../shared/net/parse-url.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { noteAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { mailNotSent } from '../core/answers.ts';
import { email } from '../core/schema.ts';
import { MailAnswer, SentAnswer } from '../core/schemas.ts';
import { mailTest } from '../mail/mail-texts.ts';
import { administrator, requireOwner, requireUser } from '../sessions/identify.ts';

export const mailRoutes = (context: Context): RestRoute[] => [showRoute(context), testRoute(context)];

/** `host:port` of the mail server; undefined when mails are written to files. What is no URL is shown without what may be secret. */
const serverOf = ({ smtpUrl }: Config): string | undefined =>
  smtpUrl === '' ? undefined : parseUrl(smtpUrl)?.host || smtpUrl.replace(/^.*@/s, '');

const showRoute = ({ config }: Context) =>
  route({
    methods: ['GET'],
    path: '/mail',
    description: 'The mail server, or the folder that emails are written to without one, and their sender.',
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
    description: "Sends a test email at once, to yourself or to an address, and returns the mail server's reply.",
    permission: administrator,
    args: Type.Object({ to: Type.Optional(email) }),
    answer: SentAnswer,
    async callback(request) {
      const by = await requireUser(request);
      const to = request.params.to ?? (await requireOwner(context, request)).email;
      await context.tries.spendOnMailTest(by.id);
      const server = serverOf(context.config);
      const note = (isSent: boolean) => noteAct(context, by, 'mail.tested', server ?? 'files', { sent: isSent });
      const answer = await mailTest(context, to, by.name).catch(async (error: Error) => {
        await note(false);
        throw mailNotSent(`${server ?? 'The folder'} did not accept it: ${error.message.slice(0, 500)}`);
      });
      await note(true);
      return success({ sent: { to, answer } });
    },
  });
