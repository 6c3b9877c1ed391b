/**
 * Bounces and complaints from mail providers: every format is read, each notice counts once, and a status never
 * becomes less severe.
 */
import { execFile } from 'node:child_process';
import { createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createSnsReader } from '../../automations-api/plugins/automations/consent/bounces/sns.ts';
import { addContact, answerOf, type Body, keepCounts, recordOf, startAutomations } from '../fixtures/automations.ts';
import { t } from '../runner/tap.ts';

const run = promisify(execFile);
const service = await startAutomations(t);
const { post, db, site, key } = service;
keepCounts(t, service);

let people = 0;
const newEmail = () => `person${++people}@bounces.example`;
const add = async (status = 'subscribed') => {
  const email = newEmail();
  return { email, id: await addContact(service, { email, status }) };
};
const statusOf = async (id: number) => (await recordOf(service, id)).status;
const notified = async (body: object): Promise<Body> => (await post('/bounces', body)).body.data.bounces;
const plain = (email: string, type: string, id?: string) => notified({ email, type, ...(id ? { id } : {}) });

const ses = (kind: 'hard' | 'soft' | 'complaint', emails: string[], feedbackId: string, as = 'notificationType') =>
  kind === 'complaint'
    ? {
        [as]: 'Complaint',
        complaint: { complainedRecipients: emails.map((emailAddress) => ({ emailAddress })), feedbackId },
        mail: { messageId: `mail-${feedbackId}` },
      }
    : {
        [as]: 'Bounce',
        bounce: {
          bounceType: kind === 'hard' ? 'Permanent' : 'Transient',
          bouncedRecipients: emails.map((email) => ({ emailAddress: `"A, B" <${email}>`, action: 'failed' })),
          feedbackId,
        },
        mail: { messageId: `mail-${feedbackId}` },
      };
const postmark = (Type: string, Email: string, ID: number) => ({
  RecordType: Type === 'SpamComplaint' ? Type : 'Bounce',
  Type,
  Email,
  ID,
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  BouncedAt: '2026-01-01T00:00:00Z',
});

t.test("the same bounce is read from every provider's format", async (t) => {
  for (const [what, body, after] of [
    ['SES, hard', (email: string) => ses('hard', [email], 'a1'), '2'],
    ['SES, an event', (email: string) => ses('hard', [email], 'a2', 'eventType'), '2'],
    ['SES, soft, once', (email: string) => ses('soft', [email], 'a3'), '1'],
    ['SES, complaint', (email: string) => ses('complaint', [email], 'a4'), '5'],
    ['Postmark, hard', (email: string) => postmark('HardBounce', email, 1), '2'],
    ['Postmark, bad address', (email: string) => postmark('BadEmailAddress', email, 2), '2'],
    ['Postmark, soft, once', (email: string) => postmark('SoftBounce', email, 3), '1'],
    ['Postmark, complaint', (email: string) => postmark('SpamComplaint', email, 4), '5'],
    ['plain, hard', (email: string) => ({ email, type: 'hard' }), '2'],
    ['plain, complaint, in capitals', (email: string) => ({ email: email.toUpperCase(), type: 'COMPLAINT' }), '5'],
    ['plain, several', (email: string) => ({ bounces: [{ email, type: 'hard', id: 7 }] }), '2'],
  ] as const) {
    const { email, id } = await add();
    t.same(await notified(body(email)), { received: 1, applied: 1, repeated: 0, unknown: 0, ignored: 0 }, what);
    t.equal(await statusOf(id), after, what);
  }
});

t.test('a form post works with a write key and is refused with a read-only key', async (t) => {
  const { email, id } = await add();
  const send = async (apiKey: string) =>
    answerOf(
      await fetch(`${site}/wp-json/automations/bounces?api_key=${apiKey}`, {
        method: 'POST',
        body: new URLSearchParams({ email, type: 'hard' }),
      }),
    );
  t.equal((await send(await service.makeKey('read'))).status, 403);
  t.equal(await statusOf(id), '1');
  t.equal((await send(await service.makeKey('write'))).status, 200);
  t.equal(await statusOf(id), '2');
});

t.test('unrelated notifications are ignored, and unknown email addresses are counted', async (t) => {
  const { email, id } = await add();
  for (const body of [
    { notificationType: 'Delivery', delivery: { recipients: [email] }, mail: {} },
    { notificationType: 'Bounce' },
    { eventType: 'Open', mail: {} },
    { ...ses('complaint', [], 'b1') },
    {
      notificationType: 'Complaint',
      complaint: { complaintFeedbackType: 'not-spam', complainedRecipients: [{ emailAddress: email }] },
    },
    postmark('AutoResponder', email, 9),
    postmark('__proto__', email, 10),
    { RecordType: 'Delivery', Recipient: email },
  ]) {
    t.match(await notified(body), { applied: 0, ignored: 1 }, JSON.stringify(body));
  }
  t.equal(await statusOf(id), '1');
  t.match(await notified(ses('hard', [email, 'nobody@bounces.example'], 'b2')), {
    received: 2,
    applied: 1,
    unknown: 1,
  });
  for (const [body, status, code] of [
    [{}, 400, 'required_fields_missing'],
    [{ email }, 400, 'required_fields_missing'],
    [{ email, type: 'gone' }, 422, 'unprocessable_entity'],
    [{ bounces: [{ email, type: 'hard' }, { email }] }, 400, 'required_fields_missing'],
    [{ bounces: Array.from({ length: 501 }, () => ({ email, type: 'hard' })) }, 422, 'unprocessable_entity'],
  ] as const) {
    t.match(await post('/bounces', body), { status, body: { code } });
  }
});

t.test('a repeated or concurrent notification counts once', async (t) => {
  const { email, id } = await add();
  const answers = await Promise.all(Array.from({ length: 8 }, () => plain(email, 'soft', 'same')));
  t.equal(
    answers.reduce((sum, { applied }) => sum + applied, 0),
    1,
  );
  t.equal(
    answers.reduce((sum, { repeated }) => sum + repeated, 0),
    7,
  );
  t.match(await notified({ bounces: Array.from({ length: 5 }, () => ({ email, type: 'soft', id: 'same' })) }), {
    repeated: 5,
  });
  t.equal(await statusOf(id), '1');
  t.match(await plain(email, 'complaint', 'same'), { applied: 1 }, 'a complaint about the same mail is another notice');
});

t.test('the configured number of soft bounces changes the status, and the count then restarts', async (t) => {
  const { email, id } = await add();
  await plain(email, 'soft');
  await plain(email, 'soft', 'x');
  t.equal(await statusOf(id), '1');
  await plain(email, 'soft', 'y');
  t.equal(await statusOf(id), '4');
  await post(`/contact/change-status/${id}`, { status: 'subscribed' });
  await plain(email, 'soft');
  t.equal(await statusOf(id), '1');
  await notified({ bounces: Array.from({ length: 3 }, () => ({ email, type: 'soft' })) });
  t.equal(await statusOf(id), '4');
  await post('/consent/settings', { soft_bounces: 1 });
  const other = await add();
  await plain(other.email, 'soft');
  t.equal(await statusOf(other.id), '4');
  await post('/consent/settings', { soft_bounces: 3 });
});

t.test('soft bounces are counted per email address, and reaching the limit changes the status once', async (t) => {
  const moveTo = (email: string) => (id: number) => post(`/contact/update-email/${id}`, { email });
  const setTo = (status: string) => (id: number) => post(`/contact/change-status/${id}`, { status });
  const merge = async (id: number, email: string, prefer: object) => {
    const other = await addContact(service, { email, status: 'subscribed' });
    return post('/contact/merge', { keep: id, other, prefer });
  };
  for (const [what, before, after, change, status] of [
    ['another address', 'subscribed', 'moved1@bounces.example', moveTo('moved1@bounces.example'), '1'],
    [
      'another address in an update',
      'subscribed',
      'moved2@bounces.example',
      (id: number) => post(`/contact/update/${id}`, { email: 'moved2@bounces.example' }),
      '1',
    ],
    [
      'the email of a contact merged into it',
      'subscribed',
      'moved3@bounces.example',
      (id: number) => merge(id, 'moved3@bounces.example', { email: 'other' }),
      '1',
    ],
    [
      'its own address, when another is merged into it',
      'subscribed',
      undefined,
      (id: number) => merge(id, 'moved4@bounces.example', {}),
      '4',
    ],
    [
      'the same address in capitals',
      'subscribed',
      undefined,
      async (id: number) => moveTo((await recordOf(service, id)).email.toUpperCase())(id),
      '4',
    ],
    ['after a hard bounce was reset', 'bounced', undefined, setTo('subscribed'), '1'],
    ['after soft bounces were reset', 'soft_bounced', undefined, setTo('subscribed'), '1'],
    ['after an opt-out was undone', 'unsubscribed', undefined, setTo('subscribed'), '1'],
    ['the same status set again', 'subscribed', undefined, setTo('subscribed'), '4'],
  ] as const) {
    const { email, id } = await add(before);
    await notified({ bounces: Array.from({ length: 2 }, () => ({ email, type: 'soft' })) });
    t.equal((await change(id)).status, 200, what);
    await plain(after ?? email, 'soft');
    t.equal(await statusOf(id), status, what);
  }
});

t.test('a bounce never makes a status less severe', async (t) => {
  for (const [before, soft, hard, complaint] of [
    ['unverified', '4', '2', '5'],
    ['subscribed', '4', '2', '5'],
    ['soft_bounced', '4', '2', '5'],
    ['bounced', '2', '2', '5'],
    ['unsubscribed', '3', '3', '5'],
    ['complaint', '5', '5', '5'],
  ] as const) {
    for (const [type, after] of Object.entries({ soft, hard, complaint })) {
      const { email, id } = await add(before);
      await notified({ bounces: Array.from({ length: 3 }, () => ({ email, type })) });
      t.equal(await statusOf(id), after, `${type} after ${before}`);
    }
  }
  const { email, id } = await add();
  await notified({ bounces: ['complaint', 'hard', 'soft'].map((type) => ({ email, type })) });
  t.equal(await statusOf(id), '5', 'the most severe of several in one request');
});

t.test(
  'a status change is reported once, with the API key as its author, and bounces are deleted with their contact',
  async (t) => {
    const events: Body[] = [];
    const forget = service.app.host.hooks.addAction('automations_contact_status_changed', (event: Body) =>
      events.push(event),
    );
    const { email, id } = await add();
    await notified(ses('hard', [email, email], 'c1'));
    await plain(email, 'hard');
    forget();
    t.equal(events.filter(({ contactId }) => contactId === id).length, 1);
    t.match(events[0], { by: { type: 'api_key' }, data: { status: '2' } });
    const rows = () => db.selectFrom('automations_bounces').selectAll().where('contact_id', '=', id).execute();
    t.equal((await rows()).length, 2);
    t.match((await service.get(`/contact/${id}/export`)).text, '"source":"ses"', 'it is part of their stored data');
    await service.del(`/contact/${id}`);
    t.equal((await rows()).length, 0);
  },
);

// The test signs SNS messages as Amazon does, but with its own certificate.
const dir = t.testdir();
const [keyFile, certificateFile] = [path.join(dir, 'key.pem'), path.join(dir, 'certificate.pem')];
await run('openssl', [
  'req',
  '-x509',
  '-newkey',
  'rsa:2048',
  '-nodes',
  '-days',
  '2',
  '-subj',
  '/CN=sns.amazonaws.com',
  '-keyout',
  keyFile,
  '-out',
  certificateFile,
]);
const certificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123.pem';
const confirmUrl = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336';

function signed(message: Record<string, string>, version = '2') {
  const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names.flatMap((name) => (name in message ? [`${name}\n${message[name]}\n`] : [])).join('');
  const sign = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(text);
  const Signature = sign.sign(readFileSync(keyFile), 'base64');
  return { ...message, SignatureVersion: version, Signature, SigningCertURL: certificateUrl };
}
const notification = {
  Type: 'Notification',
  MessageId: 'm-1',
  TopicArn: 'arn:aws:sns:eu-west-1:1:bounces',
  Message: '{"notificationType":"Bounce"}\n',
  Timestamp: '2026-01-01T00:00:00.000Z',
};
const subscription = {
  ...notification,
  Type: 'SubscriptionConfirmation',
  Token: '2336',
  SubscribeURL: confirmUrl,
};

t.test('an SNS message is trusted only if its signature is valid', async (t) => {
  const asked: string[] = [];
  const reader = createSnsReader(async (url) => {
    asked.push(url.href);
    return readFileSync(certificateFile, 'utf8');
  });
  for (const version of ['1', '2']) {
    t.same(await reader.read(signed(notification, version)), { body: notification.Message });
    t.same(await reader.read(signed({ ...notification, Subject: 'One' }, version)), { body: notification.Message });
  }
  t.same(asked, [certificateUrl], 'the certificate is requested once');
  t.same(await reader.read(signed(subscription)), { confirmed: true });
  t.same(asked, [certificateUrl, confirmUrl]);
  t.same(await reader.read(signed({ ...subscription, Type: 'UnsubscribeConfirmation' })), { body: undefined });
  const refused = async (message: object, what: string) => {
    const error = await reader.read(message as Record<string, unknown>).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    t.match(error, { code: what === 'SubscribeURL' ? 'unprocessable_entity' : 'permission_denied' }, what);
  };
  const good = signed(notification);
  await refused({ ...good, Message: '{}' }, 'another message');
  await refused({ ...good, Subject: 'Added' }, 'a subject that was not signed');
  await refused({ ...good, Signature: 'AAAA' }, 'no signature');
  await refused({ ...good, SignatureVersion: '3' }, 'an unknown version');
  await refused({ ...good, SignatureVersion: '1' }, 'the digest of another version');
  await refused({ ...good, Type: 'constructor' }, 'an unknown type');
  for (const url of [
    'http://sns.eu-west-1.amazonaws.com/a.pem',
    'https://sns.eu-west-1.amazonaws.com.evil.example/a.pem',
    'https://evil.example/sns.eu-west-1.amazonaws.com/a.pem',
    'https://sns.eu-west-1.amazonaws.com@evil.example/a.pem',
    'https://bucket.s3.amazonaws.com/a.pem',
    'https://sns.eu-west-1.amazonaws.com:8443/a.pem',
    'https://sns.eu-west-1.amazonaws.com/a.txt',
    'https://127.0.0.1/a.pem',
    'nonsense',
  ]) {
    await refused({ ...good, SigningCertURL: url }, url);
  }
  await refused(signed({ ...subscription, SubscribeURL: 'https://169.254.169.254/' }), 'SubscribeURL');
  t.same(asked, [certificateUrl, confirmUrl], 'no other URL was requested');
});

t.test('if the certificate cannot be read, the error is temporary, so that SNS sends the message again', async (t) => {
  const reader = createSnsReader(async () => {
    throw new Error('no');
  });
  await t.rejects(reader.read(signed(notification)), { code: 'unavailable' });
});

t.test('a forged SNS message over HTTP changes nothing, even as plain text, which SNS uses', async (t) => {
  const { email, id } = await add();
  const forged = {
    ...signed({ ...notification, Message: JSON.stringify(ses('hard', [email], 'd1')) }),
    SigningCertURL: 'https://evil.example/SimpleNotificationService-0123.pem',
  };
  const answer = await answerOf(
    await fetch(`${site}/wp-json/automations/bounces?api_key=${key}`, {
      method: 'POST',
      body: JSON.stringify(forged),
      headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' },
    }),
  );
  t.equal(answer.status, 403);
  t.match(JSON.parse(answer.text), { code: 'permission_denied' });
  t.equal(await statusOf(id), '1');
});
