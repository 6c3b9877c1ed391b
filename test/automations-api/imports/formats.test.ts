/** Contact files of each system: columns, statuses, times and tags are mapped, and omissions are reported. */
import fc from 'fast-check';
import { contactFormats as openFormats } from '../../../automations-api/plugins/automations/imports/formats/formats.ts';
import { statusOfFile } from '../../../automations-api/plugins/automations/imports/formats/mailchimp.ts';
import { RowFault, type Sample } from '../../../shared/import/format.ts';
import { recordsOf } from '../../fixtures/csv.ts';
import { t } from '../../runner/tap.ts';

const contactFormats = openFormats({ slugOf: (name) => (name === 'Seats' ? 'seats' : undefined), createsFields: true });
const mailchimp = contactFormats[1] as (typeof contactFormats)[number];

const sampleOf = (fileName: string, records: Record<string, unknown>[], kind: Sample['kind'] = 'csv'): Sample => ({
  kind,
  fileName,
  records,
  headers: [...new Set(records.flatMap((record) => Object.keys(record)))],
});

function importOf(sample: Sample, more: Record<string, string | null> = {}) {
  const [format] = [...contactFormats].sort((a, b) => b.recognise(sample) - a.recognise(sample));
  if (!format || format.recognise(sample) === 0) throw new Error('no format');
  const mapping = { ...format.propose(sample), ...more };
  const read = sample.records.map((columns, n) => format.read({ number: n + 1, columns }, mapping));
  const notes = read.flatMap(({ item: { faults = [] }, notes }) => [...notes, ...faults]);
  return { format: format.name, items: read.map(({ item }) => item), notes };
}

const ofCsv = (fileName: string, text: string, more = {}) => importOf(sampleOf(fileName, recordsOf(text)), more);

const mailchimpHead =
  'Email Address,First Name,Last Name,Address,Phone Number,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS';

t.test('Mailchimp: the status comes from the file name, quoted tags are read, and ratings are left out', async (t) => {
  const row = `Zoë@X.example,Zoë,"O'Neil ""Z"" 🎉","1 Main St  Berlin  DE",+49 30 1,4,"2020-01-02 03:04:05",1.2.3.4,"2020-01-03 00:00:00",1.2.3.4,52.5,13.4,1,2,Europe/Berlin,DE,BE,"2021-01-01 00:00:00",1,abc,"a note
of two lines","""VIP"",""a, b"",""Käse"""`;
  for (const [file, status] of [
    ['subscribed_email_audience_export_1a2b.csv', 'subscribed'],
    ['unsubscribed_members_export_1a2b.csv', 'unsubscribed'],
    ['cleaned_email_audience_export_1a2b.csv', 'bounced'],
    ['nonsubscribed_email_audience_export_1a2b.csv', 'unverified'],
  ] as const) {
    const { format, items, notes } = ofCsv(file, `${mailchimpHead}\n${row}\n`);
    t.equal(format, 'mailchimp');
    t.strictSame(items, [
      {
        email: 'Zoë@X.example',
        f_name: 'Zoë',
        l_name: 'O\'Neil "Z" 🎉',
        contact_no: '+49 30 1',
        timezone: 'Europe/Berlin',
        country: 'DE',
        state: 'BE',
        status,
        created_at: new Date('2020-01-02T03:04:05Z'),
        tag_names: ['VIP', 'a, b', 'Käse'],
        fields: {
          'new:Notes:textarea': 'a note\nof two lines',
          'new:Address:text': '1 Main St  Berlin  DE',
        },
      },
    ]);
    t.match(notes, [/Ratings/]);
  }
  t.equal(statusOfFile('audience/unsubscribed_email_audience_export_1.csv'), 'unsubscribed');
  t.equal(statusOfFile('my-people.csv'), undefined);
  const sample = sampleOf('audience_export_1a2b.zip', recordsOf(`${mailchimpHead}\n${row}\n`));
  const mapping = { ...mailchimp.propose(sample), '=subscribed': 'status' };
  const [columns = {}] = sample.records;
  const inZip = mailchimp.read({ number: 1, columns, fileName: 'cleaned_email_audience_export_1a2b.csv' }, mapping);
  t.equal(inZip.item.status, 'bounced');
});

t.test(
  'Mailchimp: if the file name is unknown, only a status in the rows or the request subscribes contacts',
  async (t) => {
    const text = `Email Address,MEMBER_RATING,UNSUB_TIME\na@x.example,2,2021-01-01 00:00:00\nb@x.example,2,\n`;
    t.match(ofCsv('people.csv', text).items, [{ status: 'unsubscribed' }, { status: undefined }]);
    t.ok(ofCsv('people.csv', text).notes.some((note) => note.includes('without a status')));
    t.match(ofCsv('people.csv', text, { '=subscribed': 'status' }).items, [
      { status: 'unsubscribed' },
      { status: 'subscribed' },
    ]);
  },
);

t.test('HubSpot: opt-outs and hard bounces count, and the marketing status does not count as consent', async (t) => {
  const { format, items, notes } = ofCsv(
    'hubspot-crm-exports-all-contacts.csv',
    `Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lead Status,Marketing contact status,Create Date,Unsubscribed from all email,Email hard bounce reason,Country/Region,Lifecycle Stage
51,Ada,Lovelace,ada@x.example,+44 20,Bob,New,Marketing contact,2022-03-04 05:06,,,United Kingdom,customer
52,Bo,,bo@x.example,,,,Non-marketing contact,2022-03-04 05:06,true,,Atlantis,lead
53,Cy,,cy@x.example,,,,,2022-03-04 05:06,,UNKNOWN_USER,,
`,
  );
  t.equal(format, 'hubspot');
  t.match(items, [
    { f_name: 'Ada', country: 'GB', type: 'customer', status: undefined, created_at: new Date('2022-03-04T05:06:00Z') },
    { status: 'unsubscribed', country: undefined },
    { status: 'bounced' },
  ]);
  t.strictSame(items[0]?.fields, { 'new:Lead Status:text': 'New' });
  for (const sign of [/Owners/, /Marketing contact status/, /Atlantis/, /without a status/]) {
    t.ok(
      notes.some((note) => sign.test(note)),
      String(sign),
    );
  }
});

t.test('FluentCRM and FunnelKit: columns match by label or by column name', async (t) => {
  const heads = [
    'prefix,first_name,last_name,email,timezone,address_line_1,postal_code,city,state,country,contact_type,status,source,total_points,phone,date_of_birth,created_at,tags,lists,life_time_value',
    'Prefix,First Name,Last Name,Email,Timezone,Address Line 1,Postal Code,City,State,Country,Contact Type,Status,Source,Total Points,Phone,Date of Birth,Created At,Tags,Lists,Life Time Value',
  ];
  for (const head of heads) {
    const { format, items, notes } = ofCsv(
      'contacts.csv',
      `${head}\nMs,Ada,L,ada@x.example,Europe/London,1 St,E1,London,,GB,customer,complained,web,7,+44,1815-12-10,2020-02-03 04:05:06,"One, Two",News,99\n`,
    );
    t.equal(format, 'fluentcrm');
    t.match(items, [
      {
        type: 'customer',
        status: 'complaint',
        source: 'web',
        points: 7,
        tag_names: ['One', 'Two'],
        list_names: ['News'],
      },
    ]);
    t.match(items[0]?.fields, {
      'new:Date of birth:date': '1815-12-10',
      'new:City:text': 'London',
      'new:Title:text': 'Ms',
    });
    t.match(notes, [/Purchases/]);
  }
  const { format, items } = ofCsv(
    'FKA-Contacts-Export-1700000000-abcde.csv',
    'Email,First Name,Last Name,Phone,Country,Status,Tags,Lists,Creation Date,Total Orders\nb@x.example,B,C,1,US,Soft Bounced,"x, y",z,2021-01-02 03:04:05,3\n',
  );
  t.equal(format, 'funnelkit');
  t.match(items, [{ status: 'soft_bounced', tag_names: ['x', 'y'], list_names: ['z'], country: 'US' }]);
});

t.test('listmonk: attributes become fields, and the status `enabled` does not count as consent', async (t) => {
  const { format, items } = ofCsv(
    'subscribers.csv',
    `uuid,email,name,attributes,status,created_at,updated_at
1,ada@x.example,Ada King Lovelace,"{""city"": ""Käsestadt 🎉"", ""tags"": [""a"",""b""], ""n"": {""x"": 1}}",enabled,2024-01-05 10:11:12.345678 +0000 UTC,2024-01-05 10:11:12 +0000 UTC
2,bo@x.example,Bo,{},blocklisted,2024-01-05 10:11:12.345678 +0200 CEST,
`,
  );
  t.equal(format, 'listmonk');
  t.match(items, [
    { f_name: 'Ada', l_name: 'King Lovelace', status: undefined, created_at: new Date('2024-01-05T10:11:12Z') },
    { status: 'unsubscribed', created_at: new Date('2024-01-05T08:11:12Z') },
  ]);
  t.strictSame(items[0]?.fields, {
    'new:n:text': '{"x":1}',
    'new:tags:text': 'a, b',
    'new:city:text': 'Käsestadt 🎉',
  });
  const people = ['confirmed', 'unconfirmed', 'unsubscribed'].map((subscription_status, n) => ({
    uuid: String(n),
    email: `${n}@x.example`,
    name: '',
    attribs: {},
    status: 'enabled',
    lists: [{ id: 1, name: 'News', subscription_status }],
  }));
  t.match(importOf(sampleOf('subscribers.json', people, 'json')).items, [
    { status: 'subscribed', list_names: ['News'] },
    { status: 'unverified', list_names: ['News'] },
    { status: 'unsubscribed', list_names: undefined },
  ]);
});

t.test('other tables: columns with usual names are recognised, and the others can become fields', async (t) => {
  const { format, items, notes } = ofCsv(
    'x.csv',
    'E-Mail,Vorname,Nachname,Plan,Status,Seats\nA@x.example,Ä,Ö,Pro,opted-out,3\nB@x.example,,,,,\n',
  );
  t.equal(format, 'csv');
  t.match(items, [
    {
      email: 'A@x.example',
      f_name: 'Ä',
      l_name: 'Ö',
      fields: { 'new:Plan:text': 'Pro', 'field:seats': '3' },
      status: 'unsubscribed',
    },
    { status: undefined },
  ]);
  t.match(notes, [/without a status/]);
  t.throws(() => ofCsv('x.csv', 'email,name\n,Nobody\n'), RowFault);
  t.throws(() => ofCsv('x.csv', 'a,b\n1,2\n'), /no format/);
});

t.test('no format subscribes a contact unless the file states a status', async (t) => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('unsubscribed', 'Opted out', 'cleaned', 'enabled', 'spam', 'Pending', 'nope', '0', 'false'),
  );
  const saysYes = /^(?:subscribed|active|confirmed|verified|optedin|optin|doubleoptin|singleoptin)$/;
  await fc.assert(
    fc.asyncProperty(
      word,
      fc.constantFrom('status', 'Contact Status', 'Subscription status'),
      async (status, column) => {
        if (saysYes.test(status.toLowerCase().replace(/[^a-z]/g, '')) || status.trim() === '1') return;
        try {
          const { items } = importOf(sampleOf('x.csv', [{ email: 'a@x.example', [column]: status }]));
          t.not(items[0]?.status, 'subscribed');
        } catch (error) {
          if (!(error instanceof RowFault)) throw error;
        }
      },
    ),
  );
  const anything = fc.dictionary(
    fc.constantFrom(
      'email',
      'name',
      'attributes',
      'tags',
      'created_at',
      'points',
      'country',
      'x',
      'MEMBER_RATING',
      'uuid',
    ),
    fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
  );
  await fc.assert(
    fc.property(anything, (columns) => {
      for (const format of contactFormats) {
        const sample = sampleOf('x', [columns]);
        const mapping = format.propose(sample);
        try {
          t.not(format.read({ number: 1, columns }, mapping).item.status, 'subscribed');
        } catch (error) {
          if (!(error instanceof RowFault)) throw error;
        }
      }
    }),
  );
});
