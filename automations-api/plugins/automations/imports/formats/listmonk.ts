/**
 * Subscribers of listmonk: the CSV that it exports, `uuid,email,name,attributes,status,created_at,updated_at`, or the answer of
 * its API, `attribs` and `lists` with the status of each subscription. An attribute is a column, `attributes.city`.
 */
import { fromJson, toText } from '../../../../../shared/import/values.ts';
import { type Columns, contactFormat } from './core/contact-format.ts';
import type { Draft } from './core/fields.ts';

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
    status: null,
    alllists: null,
    createdat: 'created_at',
  },
  unfold(columns) {
    const { attributes, attribs = attributes, created_at: createdAt, ...others } = columns;
    const given = typeof attribs === 'string' ? fromJson(attribs) : attribs;
    const members = typeof given === 'object' && given !== null ? Object.entries(given) : [];
    return {
      ...withLists(others),
      ...(createdAt === undefined ? {} : { created_at: plainTime(createdAt) }),
      ...Object.fromEntries(members.map(([name, value]) => [`attributes.${name}`, value])),
    };
  },
  complete: ({ columns }, draft) => readStatus(columns, draft),
});

/** Go writes a time as `2024-01-05 10:11:12.345 +0000 UTC`. */
const plainTime = (value: unknown) => toText(value).replace(/([+-]\d{4}) [A-Z+\d-]+$/, '$1');

const listsOf = ({ lists }: Columns): List[] | undefined =>
  Array.isArray(lists) && lists.every((list) => typeof list === 'object' && list !== null) ? lists : undefined;

const isOut = ({ subscription_status: status }: List) => status === 'unsubscribed';

/** Only lists that somebody did not leave. */
function withLists(columns: Columns): Columns {
  const lists = listsOf(columns);
  return lists === undefined ? columns : { ...columns, lists: lists.filter((list) => !isOut(list)), allLists: lists };
}

/** `enabled` alone says nothing of consent: somebody who left every list is enabled still. */
function readStatus(columns: Columns, { item }: Draft): void {
  const status = toText(columns.status).toLowerCase();
  const lists = listsOf({ lists: columns.allLists });
  if (/^(?:blocklisted|blacklisted|disabled|unsubscribed)$/.test(status)) item.status = 'unsubscribed';
  else if (lists === undefined) return;
  else if (lists.length > 0 && lists.every(isOut)) item.status = 'unsubscribed';
  else item.status = lists.some((list) => list.subscription_status === 'confirmed') ? 'subscribed' : 'unverified';
}
