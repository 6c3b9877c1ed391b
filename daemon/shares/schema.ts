/** The bodies of shared analytics. */
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

/** The view of the link's owners. */
export const LinkShare = Type.Object(
  {
    url: Type.String({ description: 'URL of the share page. Anyone with it can see the analytics.' }),
    token: Type.String({ description: "The URL's secret part, for `GET /shares/{token}`." }),
    showDestination: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  closed,
);

/** The view of anyone with the URL. */
export const SharedLink = Type.Object(
  {
    shortUrl: Type.String(),
    title: nullable(Type.String()),
    url: nullable(Type.String({ description: 'The destination; null unless it is shown on the page.' })),
  },
  closed,
);
