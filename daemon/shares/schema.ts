/** The bodies of shared statistics. */
import Type from 'typebox';
import { nullable } from '../api/schemas.ts';

const closed = { additionalProperties: false };

export const LinkShareInput = Type.Object(
  {
    showDestination: Type.Optional(
      Type.Boolean({ description: 'whether visitors see where the link leads; default as it is, at first not' }),
    ),
  },
  closed,
);

/** As those who keep the link see it. */
export const LinkShare = Type.Object(
  {
    url: Type.String({ description: 'The page to hand on. Whoever has it sees the statistics.' }),
    token: Type.String({ description: 'The secret part of it, for `GET /shares/{token}`.' }),
    showDestination: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  closed,
);

/** What anyone sees who has the address. */
export const SharedLink = Type.Object(
  {
    shortUrl: Type.String(),
    title: nullable(Type.String()),
    url: nullable(Type.String({ description: 'Where the link leads; null unless its keeper shows it.' })),
  },
  closed,
);
