/** Bodies of the operators' routes. Times are ISO 8601 in UTC. */
import Type, { type Static } from 'typebox';
import { longestReason } from '../../../shared/limits-of-fields.ts';
import { exampleIds, nextCursor as nextPage, no, nullable, number, text, textOrNull } from '../../api/schemas.ts';
import { planNames } from '../../workspaces/plans.ts';

const closed = { additionalProperties: false };
const time = Type.String({ format: 'date-time' });
const nextCursor = nextPage();
const linkId = text(exampleIds.lnk, 'of the link');
const page = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'rows a page' }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the previous page' })),
};
const reason = Type.String({
  minLength: 1,
  maxLength: longestReason,
  pattern: '\\S',
  description: 'the reason, not blank; the owner of a link gets it by email',
  examples: ['Checked by hand.'],
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
  workspaceId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Links of this workspace.' })),
});
export type SafetyLinksQuery = Static<typeof SafetyLinksQuery>;
export const SafetyWorkspacesQuery = Type.Object({
  ...page,
  state: Type.Enum(['all', 'flagged', 'suspended'], {
    default: 'flagged',
    description: '`flagged` for workspaces with many automatic bans',
  }),
  q: Type.Optional(
    Type.String({ maxLength: 254, description: "Part of the name or of the owner's email address; or the id." }),
  ),
});
export type SafetyWorkspacesQuery = Static<typeof SafetyWorkspacesQuery>;

export const SafetyPlan = Type.Object(
  { plan: Type.Enum([...planNames], { description: '`unlimited` has no limits', examples: ['team'] }), reason },
  closed,
);

export const SafetyBan = Type.Object(
  {
    source: Type.Enum(['scanner', 'operator']),
    reason: textOrNull('phishing', "The scanner's finding."),
    field: textOrNull('url', 'The destination concerned.'),
    detail: textOrNull(null, 'The list, brand or provider behind it.'),
    words: textOrNull(null, "The operator's message to the owner."),
    since: time,
  },
  closed,
);

const linkFields = {
  linkId,
  workspaceId: text(exampleIds.ws, 'of the workspace'),
  shortUrl: text('https://go.example.com/launch'),
  url: text('https://example.com/products/launch', 'the destination'),
};

export const SafetyReview = Type.Object(
  {
    id: text('4711'),
    ...linkFields,
    workspaceName: text('Campaigns'),
    banned: no(),
    clicks: number(4_096, "the link's stored clicks"),
    linkCreatedAt: time,
    source: Type.Enum(['owner', 'visitor', 'scanner'], { description: '`owner`: an appeal against a ban' }),
    reason: text('phishing'),
    field: textOrNull(null),
    detail: textOrNull('It asks for the password of my bank.', 'The finding or the text.'),
    times: Type.Integer({ description: 'how often it was found or reported' }),
    status: Type.Enum(['open', 'banned', 'cleared']),
    answer: textOrNull(null, 'Reason of the decision.'),
    createdAt: time,
  },
  closed,
);
export const SafetyReviewPage = Type.Object({ reviews: Type.Array(SafetyReview), nextCursor }, closed);
export const SafetyDecided = Type.Object(
  { id: text('4711'), linkId, decision: SafetyDecision.properties.decision, banned: Type.Boolean() },
  closed,
);

export const SafetyLink = Type.Object(
  {
    ...linkFields,
    title: textOrNull('Launch page'),
    archived: no(),
    createdAt: time,
    ban: nullable(SafetyBan),
  },
  closed,
);
export const SafetyLinkPage = Type.Object({ links: Type.Array(SafetyLink), nextCursor }, closed);

export const OperatorAction = Type.Object(
  {
    id: text('17'),
    action: text('link.ban', 'such as `link.ban`'),
    objectId: text(exampleIds.lnk, 'id of the link, workspace or user'),
    objectName: textOrNull('https://go.example.com/launch', 'The short URL or the current name; null once deleted.'),
    operator: textOrNull('operator@example.com', 'An email address; null once the account is deleted.'),
    commandLine: no('whether it was done on the command line'),
    plan: textOrNull(null, 'The new plan, if the action set one.'),
    reason: textOrNull('Checked by hand.'),
    createdAt: time,
  },
  closed,
);
export const OperatorActionPage = Type.Object({ actions: Type.Array(OperatorAction), nextCursor }, closed);

export const SafetyEvent = Type.Object(
  {
    action: text('link.ban'),
    actor: text('system'),
    details: nullable(Type.Unsafe<object>({ type: 'object', examples: [{ field: 'url', reason: 'phishing' }] })),
    createdAt: time,
  },
  closed,
);
export const SafetyLinkDetails = Type.Object(
  {
    link: SafetyLink,
    reviews: Type.Array(SafetyReview, { description: 'the last 50, newest first' }),
    actions: Type.Array(OperatorAction, { description: 'the last 50, newest first' }),
    bans: Type.Array(SafetyEvent, { description: 'bans and unbans by anyone: the last 50, newest first' }),
  },
  closed,
);

export const SafetyUsage = Type.Object(
  { links: number(128, 'links created'), clicks: number(4_096) },
  { ...closed, description: "A workspace's usage this month." },
);
export const SafetyWorkspace = Type.Object(
  {
    id: text(exampleIds.ws),
    name: text('Campaigns'),
    owner: textOrNull('you@example.com', "The owner's email address."),
    plan: text('free'),
    usage: SafetyUsage,
    createdAt: time,
    bans: number(12, 'unsafe hosts for which its links were recently banned'),
    flaggedAt: nullable(time),
    suspendedAt: nullable({ ...time, examples: [null] }),
  },
  closed,
);
export const SafetyWorkspacePage = Type.Object({ workspaces: Type.Array(SafetyWorkspace), nextCursor }, closed);
