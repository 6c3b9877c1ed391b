/** Bodies of shared analytics. */
import Type from 'typebox';
import { text, textOrNull } from '../api/schemas.ts';

const closed = { additionalProperties: false };

export const ShareInput = Type.Object(
  {
    showDestination: Type.Optional(
      Type.Boolean({
        description: 'whether visitors see destinations; default: unchanged, for a new page false',
      }),
    ),
  },
  closed,
);

export const exampleToken = 'k3VbT9xQ2LmZ7cRf4WnYp8HsJd6GaUe1XoB5iNtKvCM';

/** The share as the workspace sees it. */
export const Share = Type.Object(
  {
    url: text(
      `https://links.example.com/dashboard/share/${exampleToken}`,
      'URL of the share page. Anyone with it can see the analytics.',
    ),
    token: text(exampleToken, "The URL's secret part, for `GET /shares/{token}`."),
    showDestination: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  closed,
);

/** The link as anyone with the URL sees it. */
export const SharedLink = Type.Object(
  {
    shortUrl: text('https://go.example.com/launch'),
    title: textOrNull('Launch page'),
    url: textOrNull('https://example.com/products/launch', 'The destination; null unless it is shown on the page.'),
  },
  closed,
);

/** The tag as anyone with the URL sees it. */
export const SharedTag = Type.Object({ tag: text('spring') }, closed);
