/**
 * Mailchimp's contacts: a CSV per status, or a ZIP of them. The file's name contains the status:
 * `unsubscribed_email_audience_export_….csv`, in old exports `unsubscribed_members_export_….csv`.
 */
import type { StatusName } from '../../contacts/core/statuses.ts';
import { contactFormat } from './core/contact-format.ts';
import { state } from './core/fields.ts';
import { newField } from './core/new-fields.ts';

const ofMailchimp = 'Ratings, IP addresses and guessed locations are left out.';
const reasons = 'The reason and the campaign of an unsubscribe are left out. The contact stays unsubscribed.';

/** The status by file name. Files named `nonsubscribed` contain customers who never subscribed. */
const byFile = [
  [/nonsubscribed|non-subscribed/i, 'unverified'],
  [/unsubscribed/i, 'unsubscribed'],
  [/cleaned/i, 'bounced'],
  [/subscribed/i, 'subscribed'],
] as const;

export function statusOfFile(fileName: string): StatusName | undefined {
  return byFile.find(([name]) => name.test(fileName))?.[1];
}

export const mailchimp = contactFormat({
  name: 'mailchimp',
  signs: [
    { columns: ['emailaddress', 'memberrating'], points: 100 },
    { columns: ['email', 'memberrating'], points: 95 },
    { columns: ['emailaddress', 'leid', 'euid'], points: 100 },
    { columns: ['emailaddress', 'optintime'], points: 80 },
  ],
  fileName: /(?:members|audience)_export/i,
  columns: {
    optintime: 'created_at',
    confirmtime: 'created_at',
    region: 'state',
    cc: 'country',
    tags: 'tags',
    notes: newField('Notes', 'textarea'),
    birthday: newField('Birthday'),
    address: newField('Address'),
    leid: null,
    euid: null,
    lastchanged: null,
    unsubtime: 'opt_out',
    cleantime: 'bounced',
  },
  leftOut: {
    memberrating: ofMailchimp,
    optinip: ofMailchimp,
    confirmip: ofMailchimp,
    latitude: ofMailchimp,
    longitude: ofMailchimp,
    gmtoff: ofMailchimp,
    dstoff: ofMailchimp,
    unsubcampaigntitle: reasons,
    unsubcampaignid: reasons,
    unsubreason: reasons,
    unsubreasonother: reasons,
    cleancampaigntitle: reasons,
    cleancampaignid: reasons,
  },
  always({ fileName }) {
    const status = statusOfFile(fileName);
    return status === undefined ? {} : { [`=${status}`]: 'status' };
  },
  complete({ fileName = '' }, draft) {
    const status = statusOfFile(fileName);
    if (status !== undefined) state(draft, status);
  },
});
