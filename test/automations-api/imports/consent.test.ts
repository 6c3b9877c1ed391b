/** Columns that state a refusal of emails. They count in every format and are shown in the mapping. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { StatusName } from '../../../automations-api/plugins/automations/contacts/core/statuses.ts';
import { stricter } from '../../../automations-api/plugins/automations/imports/core/consent.ts';
import { statusOf } from '../../../automations-api/plugins/automations/imports/formats/core/statuses.ts';
import { contactFormats as openFormats } from '../../../automations-api/plugins/automations/imports/formats/formats.ts';
import { RowFault } from '../../../shared/import/format.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { recordsOf } from '../../fixtures/csv.ts';
import { t } from '../../runner/tap.ts';

const formats = openFormats({ slugOf: () => undefined, createsFields: false });
const generic = formats.find(({ name }) => name === 'csv') as (typeof formats)[number];

type Cells = Record<string, unknown>;
const proposed = (records: Cells[], format = generic) =>
  format.propose({ kind: 'csv', fileName: 'x.csv', records, headers: Object.keys(records[0] ?? {}) });

function readAll(records: Cells[], format = generic) {
  const mapping = proposed(records, format);
  return records.map((columns, n) => format.read({ number: n + 1, columns }, mapping));
}
const statusIn = (columns: Cells, format = generic) =>
  readAll([{ email: 'a@x.example', ...columns }], format)[0]?.item.status;

const fileOf = (name: string) =>
  recordsOf(readFileSync(path.join(projectRoot, 'test/fixtures/moving/contacts', name), 'utf8'));
const statusesOf = (name: string) =>
  Object.fromEntries(readAll(fileOf(name)).map(({ item }) => [item.email.split('@')[0], item.status]));

t.test(
  "other systems' files: a column about refusals can opt a contact out, but an empty cell does not subscribe it",
  async (t) => {
    t.strictSame(statusesOf('do-not-contact.csv'), { f14: 'unsubscribed' });
    t.strictSame(statusesOf('opt-out.csv'), { f4: 'unsubscribed', f5: undefined });
    t.strictSame(statusesOf('shopify.csv'), { f12: 'unsubscribed', f13: undefined });
    t.strictSame(statusesOf('brevo.csv'), { b1: 'unsubscribed', b2: undefined });
  },
);

/** Columns, each with values that mean a refusal and values that do not. */
const refusals = [
  'doNotEmail,Do Not Contact,Do Not E-mail,dont_email,No Emails,Opt Out,opt-out,optOut,Email Opt Out,Opted out of email',
  'HasOptedOutOfEmail,hs_email_optout_123,unsubscribed,Unsubscribed At,unsubscribed_at,UNSUB_TIME,is_unsubscribed',
  'EMAIL_BLOCKLISTED,Blacklisted,Suppressed,Global Unsubscribe,Unsubscribed from all email,Unsubscribe reason,Abgemeldet am',
].flatMap((names) => names.split(','));
const agreements = [
  'Accepts Email Marketing,Accepts Marketing,accepts_newsletter,Email Marketing Consent,GDPR consent,Consent,Opt In,Email opt-in',
  'Double Opt-In,Email Permission,Marketing permission,Subscribed,is_subscribed,Newsletter,Wants emails,Consent date',
].flatMap((names) => names.split(','));
const saysYes = [
  '1',
  'yes',
  'TRUE',
  'Y',
  'x',
  '✔',
  'ja',
  true,
  1,
  '2024-01-02',
  '2024-01-02 03:04:05',
  '31.12.2023',
  '1704164645',
];
const saysNo = ['0', 'no', 'False', 'N', 'nein', 'non', false, 0, 'never'];

t.test(
  'consent columns: a yes or a time in an opt-out column is a refusal, and a no in an opt-in column is also a refusal',
  async (t) => {
    for (const column of refusals) {
      for (const value of saysYes) t.equal(statusIn({ [column]: value }), 'unsubscribed', `${column}: ${value}`);
      for (const value of [...saysNo, '', null, '-', 'NULL', '0000-00-00 00:00:00', 'opted in'])
        t.equal(statusIn({ [column]: value }), undefined, `${column}: ${value}`);
      for (const value of ['maybe', 'all', 'too many emails', 'active', 'confirmed'])
        t.equal(statusIn({ [column]: value }), 'unsubscribed', `${column}: ${value} is unclear, so it refuses`);
      t.equal(proposed([{ email: '', [column]: '' }])[column], 'opt_out', 'the mapping shows it');
    }
    for (const column of agreements) {
      for (const value of [...saysNo, 'unsubscribed', 'Opted out', 'revoked'])
        t.equal(statusIn({ [column]: value }), 'unsubscribed', `${column}: ${value}`);
      for (const value of [...saysYes, '', null, 'SUBSCRIBED', 'granted'])
        t.equal(statusIn({ [column]: value }), undefined, `${column}: ${value}`);
      for (const value of ['maybe', 'NEVER_SUBSCRIBED', 'pending', 'n/a'])
        t.equal(statusIn({ [column]: value }), 'unverified', `${column}: ${value}`);
      t.equal(proposed([{ email: '', [column]: '' }])[column], 'opt_in', 'the mapping shows it');
    }
    t.equal(statusIn({ bounced: 'yes' }), 'bounced');
    t.equal(statusIn({ 'Hard bounced': '2024-01-02' }), 'bounced');
    t.match(readAll([{ email: 'a@x.example', Consent: 'maybe' }])[0]?.notes, [
      /“maybe” in a column about consent means unverified/,
    ]);
  },
);

/** Other systems' columns as `column=value`, by the resulting status of a contact that the file marks as subscribed. */
const headers: Record<string, string> = {
  unsubscribed: `
    Do not allow emails=Do Not Allow|Do not allow emails=yes|Do not allow bulk emails=1|donotemail=true|donotbulkemail=1|DoNotBulkEMail=true|donotsendmm=1
    Send Marketing Materials=Do Not Send|HasOptedOutOfEmail=true|HasOptedOutSolicit=1|Email Opt Out=true|pi_opted_out=1|Opted Out=true
    marketing_status=unsubscribed|Email Opted Out=yes|Unsubscribe Date=2024-01-02|Unsubscribed At=2024-01-02 03:04|Unsubscribed Mode=Manual
    EMAIL_BLOCKLISTED=yes|Email blacklisted=1|Accepts Email Marketing=no|accepts_marketing=FALSE|Email Marketing Consent=UNSUBSCRIBED
    email_marketing_consent.state=unsubscribed|Email Suppressed=yes|Email Suppressions=UNSUBSCRIBE|Unsubscribed from all email=true
    Opted out of email: Newsletter=true|hs_email_optout=true|UNSUB_TIME=2024-01-02 03:04:05|Unsubscribed Time=2024-01-02|emailoptout=1
    opted_out_at=2024-01-02|I want to receive emails from the organizer=No|Organizer marketing opt-in=No|unsubscribed_from_emails=true
    Has marked email as spam=true|DNC=1|is_blacklisted=true|Black Listed=true|Do Not Disturb=yes|IsExcludedFromCampaigns=true|email_disabled=true
    ConsentStatus=withdrawn|consent_withdrawn_at=2024-01-02|Consent revoked=yes|Marketing consent declined=2024-01-02|Consent denied=1
    Does not want emails=yes|Doesn't want our newsletter=yes|Do not want to be contacted=yes|Please do not send me any marketing emails=x
    Not opted in=yes|No consent=yes|No marketing emails=yes|Never subscribed=yes|Opt out of mailing list=yes|Opt-out from all lists=1
    Unsubscribed from list=2024-01-02|Do not email list=yes|Automatically unsubscribed=yes|unsubscribed_by_call_center_email=yes
    Emails rejected by contact=yes|Email stopped=2024-01-02|désinscrit=oui|Keine E-Mails=ja|Einwilligung widerrufen am=02.01.2024|Un-subscribed=yes
    Not opted out=no|Newsletter cancelled=yes|Subscribed to list=no|SMSEmailOptOut=yes|Do not phone or email=yes|ne pas envoyer d'e-mails=oui`,
  subscribed: `
    Do not allow emails=Allow|Do not allow emails=no|donotbulkemail=0|Send Marketing Materials=Send|HasOptedOutOfEmail=false|Email Opt Out=
    Accepts Email Marketing=yes|Unsubscribed from all email=false|consent_withdrawn_at=|Consent revoked=no|Does not want emails=no
    Opt out of mailing list=no|Unsubscribed from list=0000-00-00 00:00:00|Automatically unsubscribed=no|Not opted in=no|Not opted out=yes
    Not unsubscribed=yes|Newsletter=yes|Subscribed to emails=true|Organizer marketing opt-in=Yes|Consent date=2024-01-02
    donotphone=1|donotfax=1|donotpostalmail=1|donotbulkpostalmail=1|DoNotCall=true|HasOptedOutOfFax=true|HasOptedOutTracking=true
    SMS_BLOCKLISTED=yes|SMSOptOut=yes|Accepts SMS Marketing=no|SMS Marketing Consent=no|WhatsApp opt-in=no|Push marketing consent=no
    ConsentToTrack=No|Cookie consent=no|Photo consent=no|Unsubscribe URL=x|unsubscribe_link=yes|Unsubscribed lists=yes|Unsubscribed list IDs=1
    Source of consent=no|Consent source=no|Opt-in IP address=1|optin_ip=0|consent_text=no|Unsubscribe count=3|No. of emails=5|Emails not opened=4
    Never opened an email=yes|Adopting=no|Adoption date=no|Automatically created=yes|Account No=12|Email verified not=yes|Consultant=no`,
};

t.test(
  "other systems' headers: words for refusals take precedence over words for consent, and only whole words count",
  async (t) => {
    for (const [status, lines] of Object.entries(headers)) {
      for (const line of lines.trim().split(/\||\n\s+/)) {
        const [column = '', value = ''] = line.split('=');
        t.equal(statusIn({ status: 'subscribed', [column]: value }), status, line);
      }
    }
  },
);

t.test(
  'columns about another channel, or about details of consent such as its time and source, do not change the status',
  async (t) => {
    for (const column of 'SMS_BLOCKLISTED,Do Not Call,SMS opt out,Accepts SMS Marketing,Phone consent,Unsubscribe URL,unsubscribe_link,optin_ip,OPTIN_TIME,Consent source,Unsubscribed lists,Cookie consent'.split(
      ',',
    )) {
      for (const value of ['yes', 'no', '1', '0']) t.equal(statusIn({ [column]: value }), undefined, column);
    }
  },
);

t.test('every format reads the consent columns', async (t) => {
  for (const format of formats) {
    for (const column of ['Opt Out', 'doNotEmail', 'EMAIL_BLOCKLISTED', 'unsubscribed_at']) {
      t.equal(statusIn({ [column]: 'yes' }, format), 'unsubscribed', `${format.name}: ${column}`);
    }
    t.equal(statusIn({ 'Accepts Email Marketing': 'no' }, format), 'unsubscribed', format.name);
  }
});

t.test('each word for a status becomes that status, and a row with an unknown word fails', async (t) => {
  const meant: Record<string, StatusName | undefined> = {
    ...{ w7: 'unsubscribed', w8: 'bounced', w9: 'bounced', w10: 'bounced', w11: 'soft_bounced' },
    ...{ w12: 'complaint', w13: 'complaint', w18: 'bounced', w19: 'unverified', w23: 'unverified', w24: 'unverified' },
    ...{ w33: 'complaint', w34: 'complaint', w35: 'bounced', w36: undefined, w37: 'subscribed', w38: 'subscribed' },
    ...{ w39: 'subscribed', w40: 'unverified', w41: 'unverified' },
  };
  for (const record of fileOf('status-words.csv')) {
    const { email = '', status = '' } = record;
    const row = email.split('@')[0] ?? '';
    const wanted = row in meant ? meant[row] : 'unsubscribed';
    t.equal(statusOf(status), wanted, status);
    if (wanted === undefined)
      t.throws(
        () => readAll([record]),
        new RowFault(`The status “${status}” is unknown. Correct it, or leave the column out.`),
      );
  }
  for (const unknown of [
    'weird',
    'enabled',
    'not unsubscribed',
    'subscribed?no',
    'subscribed 2020',
    'yes',
    '6',
    '-1',
    '1.0',
    'не subscribed',
  ])
    t.throws(() => statusIn({ status: unknown }), RowFault, unknown);
  t.throws(() => readAll([{ email: 'a@x.example', f_name: '', status_name: 'weird' }], formats[0]), RowFault);
});

t.test("digits in a status column have the same meaning as in the API, even in Waypost's own export", async (t) => {
  const wanted = { z1: 'unsubscribed', z2: 'subscribed', z3: 'bounced', z4: 'complaint', z5: 'soft_bounced' };
  t.strictSame(statusesOf('own-statuses.csv'), wanted);
  t.equal(statusIn({ status: '3', tag_names: '[]' }, formats[0]), 'unsubscribed');
  t.equal(statusIn({ status: 0 }), 'unverified');
});

t.test('if several columns state a status, the strictest applies, in any order of columns', async (t) => {
  const columns: [string, string, StatusName | undefined][] = [
    ['Status', 'subscribed', 'subscribed'],
    ['Status', 'pending', 'unverified'],
    ['Email status', 'bounced', 'bounced'],
    ['Opt Out', 'yes', 'unsubscribed'],
    ['Do Not Contact', 'no', undefined],
    ['Consent', 'no', 'unsubscribed'],
    ['Newsletter', 'yes', undefined],
    ['Global status', 'complained', 'complaint'],
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(columns), (chosen) => {
      const stated = Object.fromEntries(chosen.map(([name, value]) => [name, value]));
      const last = chosen.filter(([name], place) => !chosen.slice(place + 1).some(([other]) => other === name));
      const statuses = last.flatMap(([, , status]) => status ?? []);
      t.equal(statusIn(stated), statuses.length > 0 ? statuses.reduce(stricter) : undefined, JSON.stringify(chosen));
    }),
  );
});
