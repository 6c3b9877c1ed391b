/** Common column names in link files, in lower case, without blanks and punctuation. */
import type { LinkColumn } from './fields.ts';

const bySpelling: Partial<Record<LinkColumn, string>> = {
  url: 'url longurl destination destinationurl target targeturl originalurl original longlink fullurl redirecturl redirectto to originallink destinationlink zieladresse ziel',
  shortUrl: 'shorturl shortlink link bitlink shortenedurl shortenedlink short secureshorturl kurzlink shorturlfull',
  slug: 'slug keyword shortcode code path alias backhalf key custom customslug urlkey shortname ending address shortpath',
  domain: 'domain host hostname shortdomain',
  title: 'title name linktitle pagetitle label titel',
  tags: 'tags tag labels categories category taglist',
  note: 'note notes comment comments description',
  createdAt:
    'createdat created datecreated creationdate createdate createdon dateadded timestamp date createddate erstellt',
  importedClicks:
    'clicks totalclicks visits visitcount hits clickcount engagements totalengagements importedclicks views klicks',
  archived: 'archived isarchived',
  expiresAt: 'expiresat expires expirein expirationdate expiration expiry validuntil expiredat expirydate',
  expiredUrl: 'expiredurl expirationurl',
  startsAt: 'startsat validsince validfrom startdate',
  notStartedUrl: 'notstartedurl',
  maxClicks: 'maxclicks maxvisits clickslimit clicklimit',
  redirectType: 'redirecttype redirectcode',
  password: 'password',
  iosUrl: 'iosurl iphoneurl ios iosdestination',
  androidUrl: 'androidurl android androiddestination',
  geo: 'geo',
  rules: 'rules',
  variants: 'variants',
  externalId: 'externalid',
  utmSource: 'utmsource',
  utmMedium: 'utmmedium',
  utmCampaign: 'utmcampaign',
  utmTerm: 'utmterm',
  utmContent: 'utmcontent',
};

export const spellings: ReadonlyMap<string, LinkColumn> = new Map(
  Object.entries(bySpelling).flatMap(([field, names]) =>
    names.split(' ').map((name): [string, LinkColumn] => [name, field as LinkColumn]),
  ),
);
