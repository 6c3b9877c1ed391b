/** Dub's links, from its CSV with default or all columns, or from the answers of its API. */
import { RowFault } from '../../../shared/import/format.ts';
import { fromJson, toFlag, toText, toTime } from '../../../shared/import/values.ts';
import { links as limits } from '../../../shared/limits-of-fields.ts';
import type { Draft } from './core/fields.ts';
import { type Columns, linkFormat } from './core/link-format.ts';
import { expire, lock } from './core/unsupported.ts';

const conversions = 'Leads, conversions and revenue are left out.';

export const dub = linkFormat({
  name: 'dub',
  signs: [
    { columns: ['shortlink', 'domain', 'key', 'url'], points: 100 },
    { columns: ['shortlink', 'destinationurl', 'leads'], points: 100 },
    { columns: ['shortlink', 'destinationurl'], points: 90 },
  ],
  columns: {
    ...Object.fromEntries(
      ['id', 'linkid', 'updatedat', 'lastclicked', 'qrcode', 'doindex', 'tagid', 'tagids', 'userid', 'workspaceid'].map(
        (name) => [name, null],
      ),
    ),
    // Dub's destinations already have these parameters.
    utmsource: null,
    utmmedium: null,
    utmcampaign: null,
    utmterm: null,
    utmcontent: null,
    projectid: null,
    programid: null,
    disabledat: null,
    testcompletedat: null,
    teststartedat: null,
    testvariants: null,
    proxy: null,
    description: 'previewDescription',
    image: 'previewImage',
    comments: 'note',
    password: null,
    qrcodeurl: null,
  },
  leftOut: {
    leads: conversions,
    conversions,
    sales: conversions,
    revenue: conversions,
    saleamount: conversions,
    trackconversion: 'Conversion tracking is left out.',
    rewrite: 'Destinations shown under the short link (cloaking) are left out. The link redirects.',
    folderid: 'Folders are left out.',
    partnerid: 'Partners and tenants are left out.',
    tenantid: 'Partners and tenants are left out.',
    publicstats: 'Public analytics are left out. Share them again if you want that.',
    webhookids: 'Webhooks are left out.',
    video: 'Preview videos are left out.',
  },
  prepare(columns, draft) {
    if (toText(columns.key) === '_root') throw new RowFault('The row is the root page of a domain, not a link.');
    keepPassword(columns.password, draft);
    putTest(columns, draft);
    const disabledAt = toTime(columns.disabledat);
    if (disabledAt) expire(draft, disabledAt, 'Links that were disabled redirected nowhere');
    return {
      ...columns,
      ...(disabledAt ? { expiresat: null } : {}),
      // Dub copies these from the destination unless `proxy` is set, so they are not a chosen preview.
      ...(toFlag(columns.proxy) ? {} : { description: null, image: null, video: null }),
    };
  },
  complete({ item }) {
    if (item.preview && item.title) item.preview = { title: item.title, ...item.preview };
  },
});

/** Imports an A/B test. A test that starts or ends later becomes a rule with these times. */
function putTest({ testvariants: value, teststartedat, testcompletedat }: Columns, { item, notes }: Draft): void {
  const parsed: unknown = typeof value === 'string' ? fromJson(value) : value;
  const [from, to] = [toTime(teststartedat), toTime(testcompletedat)];
  if (!Array.isArray(parsed) || parsed.length === 0) return;
  const now = Date.now();
  const hasEnded = to !== undefined && Date.parse(to) <= now;
  if (parsed.length < limits.variants.fewest || from === undefined || hasEnded) {
    notes.add('A/B tests that have not started or have ended are left out. The link redirects to its own destination.');
    return;
  }
  const variants = parsed.slice(0, limits.variants.most).map((one) => {
    const { url, percentage } = Object(one) as Record<string, unknown>;
    return { url: toText(url), weight: Math.min(100, Math.max(1, Math.round(Number(percentage) || 1))) };
  });
  const when = { ...(Date.parse(from) > now ? { from } : {}), ...(to === undefined ? {} : { to }) };
  if (Object.keys(when).length === 0) item.variants = variants;
  else item.rules = [{ when, variants }];
}

/** Keeps a password, which Dub's API shows in plain text. */
function keepPassword(value: unknown, draft: Draft): void {
  const password = toText(value);
  if (password === '') return;
  if (password.length >= limits.password.shortest && password.length <= limits.password.longest) {
    draft.item.password = password;
  } else lock(draft);
}
