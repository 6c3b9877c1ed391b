/** The bodies of operators' views and decisions. Times are ISO 8601 in UTC. */
import Type, { type Static } from 'typebox';
import { longestReason } from '../../../shared/limits-of-fields.ts';
import { nullable } from '../../api/schemas.ts';

const closed = { additionalProperties: false };
const time = Type.String({ format: 'date-time' });
const text = () => nullable(Type.String());
const id = (of: string) => Type.String({ description: `of the ${of}` });
const nextCursor = nullable(Type.String({ description: 'Pass back as `cursor`; null on the last page.' }));
const page = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'rows a page' }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the page before' })),
};
const reason = Type.String({
  minLength: 1,
  maxLength: longestReason,
  pattern: '\\S',
  description: 'why, not blank; the owner of a link is told it',
});

export const SafetyReason = Type.Object({ reason }, closed);
export const SafetyDecision = Type.Object(
  {
    decision: Type.Enum(['ban', 'clear'], {
      description: '`clear` leaves a link unchanged; for an appeal, `clear` unbans it and `ban` keeps the ban',
    }),
    reason,
  },
  closed,
);

export const SafetyPageQuery = Type.Object(page);
export const SafetyLinksQuery = Type.Object({
  ...page,
  shortUrl: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2_048, description: 'A short URL; or a slug, on the default domain.' }),
  ),
  host: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 253,
      description: 'A destination host, including its subdomains, or a URL of it.',
    }),
  ),
});
export type SafetyLinksQuery = Static<typeof SafetyLinksQuery>;
export const SafetyWorkspacesQuery = Type.Object({
  ...page,
  state: Type.Enum(['flagged', 'suspended'], {
    default: 'flagged',
    description: 'those with many automatic bans, or those that are suspended',
  }),
});

export const SafetyBan = Type.Object(
  {
    source: Type.Enum(['scanner', 'operator']),
    reason: nullable(Type.String({ description: "The scanner's finding." })),
    field: nullable(Type.String({ description: 'The destination concerned.' })),
    detail: nullable(Type.String({ description: 'The list, brand or provider behind it.' })),
    words: nullable(Type.String({ description: "The operator's message to the owner." })),
    since: time,
  },
  closed,
);

const linkFields = {
  linkId: id('link'),
  workspaceId: id('workspace'),
  shortUrl: Type.String(),
  url: Type.String({ description: 'where the link leads' }),
};

export const SafetyReview = Type.Object(
  {
    id: Type.String(),
    ...linkFields,
    banned: Type.Boolean(),
    source: Type.Enum(['owner', 'visitor', 'scanner'], { description: '`owner`: an appeal against a ban' }),
    reason: Type.String(),
    field: text(),
    detail: nullable(Type.String({ description: 'The finding or the text.' })),
    times: Type.Integer({ description: 'how often it was found or reported' }),
    status: Type.Enum(['open', 'confirmed', 'dismissed']),
    answer: nullable(Type.String({ description: 'Reason of the decision.' })),
    createdAt: time,
  },
  closed,
);
export const SafetyReviewPage = Type.Object({ reviews: Type.Array(SafetyReview), nextCursor }, closed);
export const SafetyDecided = Type.Object(
  { id: Type.String(), linkId: id('link'), decision: SafetyDecision.properties.decision, banned: Type.Boolean() },
  closed,
);

export const SafetyLink = Type.Object(
  {
    ...linkFields,
    title: text(),
    archived: Type.Boolean(),
    createdAt: time,
    ban: nullable(SafetyBan),
  },
  closed,
);
export const SafetyLinkPage = Type.Object({ links: Type.Array(SafetyLink), nextCursor }, closed);

export const OperatorAct = Type.Object(
  {
    id: Type.String(),
    action: Type.String({ description: 'such as `link.ban`' }),
    objectId: Type.String({ description: 'of the link, workspace or user it was done to' }),
    operator: nullable(Type.String({ description: 'An email address; null once the account is gone.' })),
    commandLine: Type.Boolean({ description: 'done where the service runs' }),
    reason: text(),
    createdAt: time,
  },
  closed,
);
export const OperatorActPage = Type.Object({ acts: Type.Array(OperatorAct), nextCursor }, closed);

export const SafetyEvent = Type.Object(
  {
    action: Type.String(),
    actor: Type.String(),
    details: nullable(Type.Unsafe<object>({ type: 'object' })),
    createdAt: time,
  },
  closed,
);
export const SafetyLinkDetails = Type.Object(
  {
    link: SafetyLink,
    reviews: Type.Array(SafetyReview, { description: 'the last 50, newest first' }),
    acts: Type.Array(OperatorAct, { description: 'the last 50, newest first' }),
    bans: Type.Array(SafetyEvent, { description: 'bans and their ends, whoever made them: the last 50, newest first' }),
  },
  closed,
);

export const SafetyWorkspace = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    owner: nullable(Type.String({ description: "The owner's email address." })),
    plan: Type.String(),
    bans: Type.Integer({ minimum: 0, description: 'hosts that its links were banned for lately' }),
    flaggedAt: nullable(time),
    suspendedAt: nullable(time),
  },
  closed,
);
export const SafetyWorkspacePage = Type.Object({ workspaces: Type.Array(SafetyWorkspace), nextCursor }, closed);
