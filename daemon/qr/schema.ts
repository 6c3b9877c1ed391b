/** Parameters of QR codes, in a query or a body. A body has more room for a logo. */
import Type, { type Static } from 'typebox';
import { qr as limits } from '../../shared/limits-of-fields.ts';
import { longestLogo } from './logo.ts';

const colour = (what: string) =>
  Type.Optional(
    Type.String({
      pattern: '^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
      description: `${what} as RGB or RRGGBB, with or without #; Pro and up`,
    }),
  );

export const QrQuery = Type.Object({
  size: Type.Integer({
    minimum: limits.size.least,
    maximum: limits.size.most,
    default: 256,
    description: 'Width and height in pixels. A PNG needs two per module of the code.',
  }),
  fg: colour('colour of the modules (default 000000), darker than bg'),
  bg: colour('colour of the background (default FFFFFF)'),
  ecc: Type.Optional(
    Type.String({
      pattern: '^[LMQHlmqh]$',
      description: 'L, M, Q or H: how much of the code can be damaged (7, 15, 25 or 30 %); M by default, H with a logo',
    }),
  ),
  format: Type.Enum(['svg', 'png'], { default: 'svg', description: 'Type of the image.' }),
  style: Type.Enum(['squares', 'dots'], { default: 'squares', description: 'Shape of the modules.' }),
  margin: Type.Integer({
    minimum: limits.margin.least,
    maximum: limits.margin.most,
    default: 4,
    description: 'Empty modules around the code. The standard requires 4; with fewer, leave space around the image.',
  }),
  logo: Type.Optional(
    Type.String({
      maxLength: longestLogo,
      description:
        'A data URI of a PNG, a JPEG or an SVG of plain shapes, up to 100,000 bytes, shown in the middle; or `brand` for the ' +
        "logo of the brand of the link's domain. Send a logo that is too large for a URL in the body of a POST.",
    }),
  ),
});

/** Like `QrQuery`, as a body in which all fields are optional. */
export const QrInput = Type.Partial(QrQuery, { additionalProperties: false });

/** Ids of many links, and the look of all their codes. */
export const QrManyInput = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: 64 }), {
      minItems: 1,
      maxItems: limits.many,
      description: 'ids of links',
    }),
    ...QrInput.properties,
  },
  { additionalProperties: false },
);

const { side, gap, columns } = limits.sheet;

/** Ids of many links, the look of all their codes, and the sheets of paper that they are printed on. */
export const QrSheetInput = Type.Object(
  {
    ...Type.Omit(QrManyInput, ['format', 'size']).properties,
    paper: Type.Optional(Type.Enum(['a4', 'letter'], { default: 'a4' })),
    side: Type.Optional(
      Type.Integer({
        minimum: side.least,
        maximum: side.most,
        default: 40,
        description: 'width and height of a code in millimetres, with its margin',
      }),
    ),
    gap: Type.Optional(
      Type.Integer({
        minimum: gap.least,
        maximum: gap.most,
        default: 8,
        description: 'distance between codes in millimetres',
      }),
    ),
    columns: Type.Optional(
      Type.Integer({ minimum: 1, maximum: columns, description: 'codes in a row; default: as many as fit' }),
    ),
    labels: Type.Optional(Type.Boolean({ default: true, description: 'whether the short URL is below each code' })),
  },
  { additionalProperties: false },
);

export type QrOptions = Static<typeof QrQuery>;

const defaults = Object.fromEntries(
  Object.entries(QrQuery.properties as Record<string, { default?: unknown }>).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default]],
  ),
);

export const withDefaults = (input: Static<typeof QrInput>) => ({ ...defaults, ...input }) as QrOptions;
