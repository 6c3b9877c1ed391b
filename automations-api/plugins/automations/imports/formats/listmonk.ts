/**
 * listmonk's subscribers, from its CSV (`uuid,email,name,attributes,status,created_at,updated_at`) or its API's
 * answer, with `attribs` and `lists`. Each attribute is a column such as `attributes.city`.
 */
import { fromJson, toText } from '../../../../../shared/import/values.ts';
import { type Columns, contactFormat } from './core/contact-format.ts';

type List = { name?: unknown; subscription_status?: unknown };

export const listmonk = contactFormat({
  name: 'listmonk',
  signs: [
    { columns: ['uuid', 'email', 'attributes', 'status'], points: 100 },
    { columns: ['uuid', 'email', 'attribs', 'status'], points: 100 },
    { columns: ['email', 'name', 'attributes'], points: 90 },
  ],
  columns: {
    uuid: null,
    id: null,
    updatedat: null,
    attributes: null,
    attribs: null,
    createdat: 'created_at',
  },
  unfold(columns) {
    const { attributes, attribs = attributes, created_at: createdAt, ...others } = columns;
    const given = typeof attribs === 'string' ? fromJson(attribs) : attribs;
    const entries = typeof given === 'object' && given !== null ? Object.entries(given) : [];
    return {
      ...withLists(others),
      ...(createdAt === undefined ? {} : { created_at: plainTime(createdAt) }),
      ...Object.fromEntries(entries.map(([name, value]) => [`attributes.${name}`, value])),
    };
  },
});

/** Converts a time in Go's format: `2024-01-05 10:11:12.345 +0000 UTC`. */
const plainTime = (value: unknown) => toText(value).replace(/([+-]\d{4}) [A-Z+\d-]+$/, '$1');

const listsOf = ({ lists }: Columns): List[] | undefined =>
  Array.isArray(lists) && lists.every((list) => typeof list === 'object' && list !== null) ? lists : undefined;

const isOut = ({ subscription_status: status }: List) => status === 'unsubscribed';

/** Keeps only the lists that the subscriber did not leave, and derives the status from all lists. */
function withLists(columns: Columns): Columns {
  const lists = listsOf(columns);
  const status = readStatus(toText(columns.status).toLowerCase(), lists);
  return {
    ...columns,
    ...(status === undefined ? {} : { status }),
    ...(lists === undefined ? {} : { lists: lists.filter((list) => !isOut(list)) }),
  };
}

/**
 * Derives the status from the lists if the subscriber is `enabled`, because subscribers stay enabled after they leave
 * all lists.
 */
function readStatus(status: string, lists: List[] | undefined): string | undefined {
  if (status !== 'enabled' && status !== '') return status;
  if (lists === undefined) return status === '' ? undefined : '';
  if (lists.length > 0 && lists.every(isOut)) return 'unsubscribed';
  return lists.some((list) => list.subscription_status === 'confirmed') ? 'subscribed' : 'unverified';
}
