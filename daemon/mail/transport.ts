/** Handing a written mail on: to the mail server of SMTP_URL, or without one to a file that any mail program opens. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../../shared/config.ts';
import type { Log } from '../../shared/log.ts';
import type { Message } from './messages.ts';

type Envelope = Message & { id: number; to: string };

export type Transport = {
  /** @throws when the server does not take it. */
  send(envelope: Envelope): Promise<void>;
  close(): void;
};

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'localDir' | 'baseUrl'>;

const waitMs = 20_000;

export function createMailTransport(settings: Settings, log: Log): Transport {
  return settings.smtpUrl === '' ? toFiles(settings, log) : toServer(settings);
}

/** A mail sent twice, because its mark was lost, has one id, by which readers' programs know it. */
const toMessage = ({ mailFrom: from, baseUrl }: Settings, { id, to, ...words }: Envelope) => ({
  from,
  to,
  ...words,
  messageId: `<mail.${id}@${new URL(baseUrl).hostname}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableUrlAccess: true,
  disableFileAccess: true,
});

function toServer(settings: Settings): Transport {
  const transport = createTransport({
    url: settings.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
  });
  return {
    async send(envelope) {
      await transport.sendMail(toMessage(settings, envelope));
    },
    close: () => transport.close(),
  };
}

function toFiles(settings: Settings, log: Log): Transport {
  const dir = path.join(settings.localDir, 'mail');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(envelope) {
      const { message } = await transport.sendMail(toMessage(settings, envelope));
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const file = path.join(dir, `${String(envelope.id).padStart(6, '0')}.eml`);
      await writeFile(file, message as Buffer, { mode: 0o600 });
      log.info({ file }, 'no SMTP_URL is set: the mail was written to a file');
    },
    close: () => transport.close(),
  };
}
