/** Transports of emails: the mail server of SMTP_URL or, without one, files for any mail program. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { createTransport } from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';

/** An email as plain text and, optionally, HTML. `headers` are added to the usual ones. */
export type WrittenMail = {
  subject: string;
  text: string;
  html?: string;
  headers?: Readonly<Record<string, string>>;
  /** The sender. MAIL_FROM supplies each missing part. */
  from?: { name?: string; address?: string };
  replyTo?: string;
};

/** Postpones a due email, with new data if `data` is given. */
export type Postponed = { postponeTo: Date; data?: object };

/** `id` is the email's id in the outbox, the same for all attempts. */
type Envelope = WrittenMail & { id: number; to: string };

export type MailTransport = {
  /** Sends an email; resolves to the server's answer or the file. @throws if the server refuses the email */
  send(envelope: Envelope): Promise<string>;
  close(): void;
};

/** The values that distinguish the services' emails: `prefix` precedes their ids, `url` is the service's public URL. */
type Origin = { prefix: string; url: string };
type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'localDir'>;

const waitMs = 20_000;

/**
 * Returns whether the server will never accept this email: it answered 5xx (RFC 5321) to the recipient or the content.
 * If it answered 5xx to the sign-in or the sender, the settings are wrong, and the operator can correct them.
 */
export const isFinalRefusal = (error: unknown): boolean => {
  const {
    code,
    command,
    responseCode = 0,
  } = (error ?? {}) as { code?: unknown; command?: unknown; responseCode?: number };
  const isOfThisMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'RCPT TO');
  return isOfThisMail && responseCode >= 500 && responseCode !== authenticationRequired;
};
/** The code for a missing sign-in. Some servers send it only after the recipient or the content. */
const authenticationRequired = 530;

export function createMailTransport(settings: Settings, origin: Origin, log: Log): MailTransport {
  return settings.smtpUrl === '' ? toFiles(settings, origin, log) : toServer(settings, origin);
}

/** Builds a message. An email that is sent twice keeps its id, so that mail programs recognise it. */
const toMessage = (mailFrom: string, { prefix, url }: Origin, envelope: Envelope) => ({
  from: envelope.from ? { ...senderOf(mailFrom), ...envelope.from } : mailFrom,
  to: envelope.to,
  subject: envelope.subject,
  text: envelope.text,
  html: envelope.html,
  replyTo: envelope.replyTo,
  messageId: `<${prefix}mail.${envelope.id}@${new URL(url).hostname}>`,
  headers: { 'Auto-Submitted': 'auto-generated', ...envelope.headers },
  disableUrlAccess: true,
  disableFileAccess: true,
});

/** Parses MAIL_FROM. */
export function senderOf(mailFrom: string): { name: string; address: string } {
  const [{ name, address } = { name: '', address: mailFrom }] = parseAddresses(mailFrom, { flatten: true });
  return { name, address };
}

/** Loads the package and creates the transport at the first email. */
function atFirstMail<Transport extends { close(): void }>(
  create: (makeTransport: typeof createTransport) => Transport,
) {
  let opening: Promise<Transport> | undefined;
  return {
    open() {
      opening ??= import('nodemailer').then((nodemailer) => create(nodemailer.createTransport));
      return opening;
    },
    close: () => void opening?.then((transport) => transport.close()).catch(() => {}),
  };
}

function toServer({ smtpUrl, mailFrom }: Settings, origin: Origin): MailTransport {
  const { open, close } = atFirstMail((makeTransport) =>
    makeTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 10,
      maxMessages: Number.POSITIVE_INFINITY,
      connectionTimeout: waitMs,
      greetingTimeout: waitMs,
      socketTimeout: waitMs,
    }),
  );
  return {
    async send(envelope) {
      return (await (await open()).sendMail(toMessage(mailFrom, origin, envelope))).response;
    },
    close,
  };
}

function toFiles({ mailFrom, localDir }: Settings, origin: Origin, log: Log): MailTransport {
  const dir = path.join(localDir, 'mail');
  const { open, close } = atFirstMail((makeTransport) =>
    makeTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return {
    async send(envelope) {
      const { message } = await (await open()).sendMail(toMessage(mailFrom, origin, envelope));
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const file = path.join(dir, `${origin.prefix}${String(envelope.id).padStart(6, '0')}.eml`);
      await writeFile(file, message as Buffer, { mode: 0o600 });
      log.info({ file }, 'SMTP_URL is not set: the email was written to a file');
      return file;
    },
    close,
  };
}
