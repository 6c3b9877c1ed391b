/** Bodies and parameters of the link API. One schema is the validator, the type and the published description. */
import { domainToASCII } from 'node:url';
import Type, { type Static } from 'typebox';
import { links as limits, longestUrl, slugPattern } from '../../../shared/limits-of-fields.ts';
import { addFormat } from '../../../shared/validate.ts';
import { bom } from '../../api/csv-mark.ts';
import { ErrorDetail } from '../../api/error-body.ts';
import {
  exampleIds,
  id,
  isUtcDateTime,
  nextCursor,
  no,
  nullable,
  number,
  text,
  textOrNull,
} from '../../api/schemas.ts';
import { mostObjects } from '../../audit-log/many-objects.ts';
import { answers, externalId, inputs, orNone, Utm } from './fields.ts';
import { sorts } from './order.ts';

addFormat('tag', (text) => text.trim() !== '' && !/\p{Cc}/u.test(text));
addFormat('domain', (text) => domainToASCII(text.replace(/:\d{1,5}$/, '')) !== '');

const slug = Type.String({
  pattern: slugPattern,
  description: '1 to 64 letters, digits, - or _, the first a letter or digit',
  examples: ['launch'],
});
/** Returns the schema of a tag's name in a body. The name is stored without surrounding blanks. */
export const tagName = () =>
  Type.String({
    minLength: 1,
    maxLength: limits.tag,
    format: 'tag',
    description: 'a text that is not blank, without control characters; blanks at both ends are removed',
  });
export const toTagName = (name: string) => name.trim();

const tags = Type.Array(tagName(), { maxItems: limits.tags, examples: [['campaign', 'spring']] });
const password = Type.String({
  minLength: limits.password.shortest,
  maxLength: limits.password.longest,
  description: 'visitors must enter it; Pro and up. Programs send it by `POST`, or in `X-Link-Password` if it is ASCII',
});
const { url, redirectType, title, externalId: externalIdInput, ...optional } = inputs;
const inputFields = {
  url,
  slug: orNone(slug),
  domain: orNone(
    Type.String({
      minLength: 1,
      maxLength: 253,
      format: 'domain',
      description: 'a verified custom domain',
      examples: ['go.example.com'],
    }),
  ),
  tags: orNone(tags),
  redirectType,
  title,
  password: orNone(password),
  ...optional,
};

/** The fields of a new link. In optional fields, `null` means that the field is not set. */
export const LinkInput = Type.Object({ ...inputFields, externalId: externalIdInput }, { additionalProperties: false });
export type LinkInput = Static<typeof LinkInput>;

/** The body of POST /links. */
export const NewLinkInput = Type.Object(
  {
    ...LinkInput.properties,
    findExisting: Type.Optional(
      Type.Boolean({
        description:
          'Return the existing link with this destination instead of creating another: on the same domain, neither archived ' +
          'nor banned, and with the same rules, UTM parameters, times and limits. Its other values stay.',
        examples: [false],
      }),
    ),
  },
  { additionalProperties: false },
);

/** Like `LinkInput`, for a link whose externalId is in the path. */
export const ExternalLinkInput = Type.Object(inputFields, { additionalProperties: false });
export type ExternalLinkInput = Static<typeof ExternalLinkInput>;

/** The body of a change: any subset of the fields. `null` clears optional fields. A link's domain never changes. */
export const LinkPatch = Type.Object(
  {
    url: Type.Optional(url),
    slug: Type.Optional(slug),
    tags: Type.Optional(tags),
    redirectType: Type.Optional(answers.redirectType),
    externalId: externalIdInput,
    title,
    password: orNone(password),
    ...optional,
    archived: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type LinkPatch = Static<typeof LinkPatch>;

/** The fields that many links can share; slug and externalId belong to one link. */
const { slug: _slug, externalId: _externalId, ...sharedByMany } = LinkPatch.properties;
/** A change of many links. */
export const LinksChange = Type.Object(sharedByMany, { additionalProperties: false });

const ids = Type.Array(Type.String({ maxLength: 64, examples: [exampleIds.lnk] }), {
  minItems: 1,
  maxItems: limits.changed,
});
const actionId = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z0-9_-]{16,64}$',
    examples: ['0d5c1a52-6a0e-4f0e-9a53-0c1d5b6f7a10'],
    description:
      'The same random text in all requests of one action. They become one entry in the audit log: up to ' +
      `${mostObjects.toLocaleString('en')} links within 15 minutes.`,
  }),
);
export const ManyIds = Type.Object({ ids, actionId }, { additionalProperties: false });
export type ManyIds = Static<typeof ManyIds>;
export const ManyPatch = Type.Object(
  {
    ids,
    set: orNone(LinksChange),
    mergeUtm: orNone(Utm),
    addTags: Type.Optional(tags),
    removeTags: Type.Optional(tags),
    actionId,
  },
  { additionalProperties: false },
);
export type ManyPatch = Static<typeof ManyPatch>;

const manyLinks = { minItems: 1, maxItems: limits.made };
/** The body of a bulk creation. Items are validated one by one, so that an invalid item does not fail the others. */
export const BulkInput = Type.Object(
  { links: Type.Array(Type.Unknown(), manyLinks), actionId },
  { additionalProperties: false },
);
export type BulkInput = Static<typeof BulkInput>;
/** Like `BulkInput`, with the schema of an item, for the API description. */
export const LinksInput = Type.Object(
  {
    links: Type.Array(
      Type.Union([LinkInput, Type.Unknown({ description: 'Invalid items have their own result.' })]),
      manyLinks,
    ),
    actionId,
  },
  { additionalProperties: false },
);

/** Maximum length of `q` in GET /links: the maximum length of a URL, the longest searched field. */
const searchLength = 2048;

/** Maximum length of a cursor, long enough for a title of 200 characters, each as a JSON escape. */
const longestCursor = 2_000;

addFormat('day-or-time', (text) => isUtcDateTime(text) || isUtcDateTime(`${text}T00:00:00Z`));
const dayOrTime = (of: string) =>
  Type.Optional(
    Type.String({
      maxLength: 40,
      format: 'day-or-time',
      description: `a time in UTC such as 2030-01-31T09:00:00Z or a day such as 2030-01-31; ${of}`,
    }),
  );

/** Filters by properties of links, in all lists and in analytics. */
export const linkFilters = {
  tag: Type.Optional(Type.String({ maxLength: limits.tag, description: 'Only links with this tag.' })),
  tags: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description:
        'Only links with these tags, 1 to 10, separated by commas; write a comma in a tag as `\\,`. Empty entries are ignored.',
    }),
  ),
  tagsMode: Type.Optional(Type.Enum(['all', 'any'], { description: 'With all of `tags` (default), or any of them.' })),
  withoutTags: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'Only links with none of these tags, written like `tags`.',
    }),
  ),
  domain: Type.Optional(Type.String({ maxLength: 253, description: 'Only links on this domain.' })),
  createdBy: Type.Optional(
    Type.String({
      pattern: '^(me|[a-z]{2,8}_[0-9A-Za-z_-]{1,32})$',
      description:
        '`me`, or the id of the user, API key or import that created the links; with an API key, `me` is the key',
    }),
  ),
  createdFrom: dayOrTime('links created earlier are left out'),
  createdTo: dayOrTime('links created later are left out'),
};
export type LinkFilters = { [name in keyof typeof linkFilters]?: Static<(typeof linkFilters)[name]> | undefined };

const healths = ['unknown', 'ok', 'broken'] as const;

const listFilters = {
  q: Type.Optional(
    Type.String({
      maxLength: searchLength,
      description: 'Part of the slug, URL or title, in any case; or a short URL.',
    }),
  ),
  ...linkFilters,
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: longestUrl,
      description: 'Only links with exactly this destination (`url`).',
    }),
  ),
  health: Type.Optional(Type.Enum([...healths], { description: 'Only links whose `health` has this status.' })),
  archived: Type.Enum(['false', 'true', 'all'], {
    default: 'false',
    description: 'Omit archived links, list only them, or list both.',
  }),
};

const inOrder = {
  sort: Type.Enum([...sorts], {
    default: 'createdAt',
    description:
      '`clicks` are all stored clicks without bots. Sorted by `lastClickAt` or ' +
      '`title`, links without one come last in both orders. In the list of a tag, new clicks change the order after a few seconds.',
  }),
  order: Type.Enum(['asc', 'desc'], { default: 'desc', description: 'Ascending or descending.' }),
};

export const ListQuery = Type.Object({
  ...listFilters,
  ...inOrder,
  count: Type.Enum(['true', 'false'], {
    default: 'false',
    description: 'Include the number of links in the whole list.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Links a page.' }),
  cursor: Type.Optional(
    Type.String({
      maxLength: longestCursor,
      description: '`nextCursor` of the previous page, with the same `sort` and `order`.',
    }),
  ),
});
export type ListQuery = Static<typeof ListQuery>;

export const ExportQuery = Type.Object({
  format: Type.Enum(['csv', 'jsonl'], { default: 'csv', description: 'CSV, or one JSON object per line.' }),
  bom,
  ...listFilters,
  ...inOrder,
});
export type ExportQuery = Static<typeof ExportQuery>;

export const IdsQuery = Type.Object({
  ...listFilters,
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000, description: 'Ids a page.' }),
  cursor: Type.Optional(Type.String({ maxLength: longestCursor, description: '`nextCursor` of the previous page.' })),
});

export const SlugQuery = Type.Object({
  slug: Type.String({ minLength: 1, maxLength: 200, description: 'The slug as typed.' }),
  domain: Type.Optional(
    Type.String({ minLength: 1, maxLength: 253, format: 'domain', description: 'a verified custom domain' }),
  ),
});
export type SlugQuery = Static<typeof SlugQuery>;

export const LookupQuery = Type.Object({
  shortUrl: Type.Optional(Type.String({ minLength: 1, maxLength: longestUrl, description: 'A short URL as pasted.' })),
  domain: Type.Optional(
    Type.String({ minLength: 1, maxLength: 253, description: 'Domain of `slug`; default: the default short domain.' }),
  ),
  slug: Type.Optional(Type.String({ minLength: 1, maxLength: limits.slug, description: 'Case-sensitive.' })),
  externalId: Type.Optional(externalId),
});
export type LookupQuery = Static<typeof LookupQuery>;

const timestamp = Type.String({ format: 'date-time' });

/** A warning that a link does not work everywhere. */
export const LinkWarning = Type.Object(
  {
    code: Type.Enum(['long_destination']),
    field: Type.String({ description: 'The field concerned, such as `url` or `geo.DE`.' }),
    message: Type.String(),
  },
  { additionalProperties: false },
);
export type LinkWarning = Static<typeof LinkWarning>;

const { url: shownUrl, title: shownTitle, externalId: shownExternalId, ...shown } = answers;

/** The health of a link's destinations. */
export const Health = Type.Object(
  {
    status: Type.Enum([...healths], {
      description:
        '`broken` after three failed checks within a day: no such host, no connection, or 404, 410 or 5xx. A new destination is `unknown` until its first check.',
      examples: ['ok'],
    }),
    since: nullable({ ...timestamp, description: 'Start of this status.', examples: ['2030-01-01T09:00:00.000Z'] }),
    httpStatus: nullable(Type.Integer({ description: 'Of the last answer.', examples: [200] })),
    checkedAt: nullable({ ...timestamp, examples: ['2030-01-02T09:00:00.000Z'] }),
  },
  { additionalProperties: false, description: 'Whether the destinations answer, as the safety scans last saw it.' },
);

/** The creator of a link. */
export const LinkCreator = Type.Object(
  {
    type: Type.Enum(['user', 'key', 'import'], { examples: ['user'] }),
    id: id('usr'),
    name: textOrNull(
      'Your name',
      "The user's name, the API key's name or the import's file name; null if it was deleted or you cannot see it.",
    ),
  },
  { additionalProperties: false },
);

/** A link in answers, with all fields. Times are ISO 8601 in UTC. */
export const Link = Type.Object(
  {
    id: id('lnk'),
    workspaceId: id('ws'),
    domain: text('go.example.com', 'The domain of the short URL.'),
    slug: text('launch', 'The path of the short URL.'),
    shortUrl: text('https://go.example.com/launch'),
    url: shownUrl,
    title: shownTitle,
    tags: Type.Array(text('spring')),
    externalId: shownExternalId,
    hasPassword: no('The password itself is never returned.'),
    ...shown,
    usedClicks: nullable(
      Type.Integer({
        description: 'Clicks that count towards `maxClicks`, a few seconds old; null if the link has no limit.',
        examples: [37],
      }),
    ),
    archived: no('Hidden from lists; still redirects.'),
    banned: no('Banned as unsafe: visitors see a warning.'),
    health: Health,
    warnings: Type.Array(LinkWarning, { description: 'Warnings about problems with it.', examples: [[]] }),
    createdBy: nullable(LinkCreator),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  { additionalProperties: false },
);
export type Link = Static<typeof Link>;

export const LinkPage = Type.Object(
  {
    links: Type.Array(Link),
    nextCursor: nextCursor(),
    total: Type.Optional(
      Type.Integer({ minimum: 0, description: 'With `count=true`: the links of all pages, up to 10,000.' }),
    ),
    totalIsAtLeast: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Replaces `total` if there are more, or if `q` was not searched in all links.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const LinkIdPage = Type.Object(
  {
    ids: Type.Array(id('lnk')),
    nextCursor: nextCursor(),
  },
  { additionalProperties: false },
);

export const SlugAvailability = Type.Object(
  {
    available: no(),
    reason: Type.Optional(
      Type.Enum(['invalid', 'reserved', 'taken', 'quarantined'], {
        description: 'Reason why it is not available.',
        examples: ['taken'],
      }),
    ),
    suggestion: Type.Optional(text('launch-2', 'A similar slug that is available.')),
  },
  { additionalProperties: false },
);
export type SlugAvailability = Static<typeof SlugAvailability>;

const index = number(0, 'Index of the item in the request.');

export const BulkCreated = Type.Object(
  { index, ok: Type.Literal(true), status: Type.Literal(201), link: Link },
  { additionalProperties: false },
);
export const BulkFailed = Type.Object(
  { index, ok: Type.Literal(false), status: Type.Integer(), error: ErrorDetail },
  { additionalProperties: false },
);
export const BulkResult = Type.Object(
  {
    results: Type.Array(Type.Union([BulkCreated, BulkFailed])),
    created: number(1),
    failed: number(0),
  },
  { additionalProperties: false },
);

/** The values that a change of many links replaced. */
export const LinkBefore = Type.Optional(
  Type.Partial(
    Type.Object({ url: shownUrl, title: shownTitle, tags: Type.Array(text('spring')), ...shown, archived: no() }),
    {
      additionalProperties: false,
      description:
        "The link's previous values of the changed fields, except its password. As `set`, they undo the change.",
    },
  ),
);
export type LinkBefore = Static<typeof LinkBefore>;

export const ManyDone = Type.Object(
  { index, id: id('lnk'), ok: Type.Literal(true), before: LinkBefore },
  { additionalProperties: false },
);
export const ManyFailed = Type.Object(
  { index, id: id('lnk'), ok: Type.Literal(false), error: ErrorDetail },
  { additionalProperties: false },
);
export const ManyResult = Type.Object(
  { results: Type.Array(Type.Union([ManyDone, ManyFailed])) },
  { additionalProperties: false },
);
export type ManyResult = Static<typeof ManyResult>;

export const Tag = Type.Object(
  { tag: text('campaign'), count: Type.Integer({ minimum: 1, description: 'Links with this tag.', examples: [12] }) },
  { additionalProperties: false },
);
export const TagList = Type.Object({ tags: Type.Array(Tag) }, { additionalProperties: false });
