/** The parameters of a QR code. */
import Type, { type Static } from 'typebox';

const colour = (what: string) =>
  Type.Optional(
    Type.String({
      pattern: '^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
      description: `${what} as RGB or RRGGBB, with or without #; Pro and up`,
    }),
  );

export const QrQuery = Type.Object({
  size: Type.Integer({
    minimum: 64,
    maximum: 2048,
    default: 256,
    description: 'Width and height in pixels. A PNG needs two for each module of the code.',
  }),
  fg: colour('colour of the modules (default 000000), darker than bg'),
  bg: colour('colour of the ground (default FFFFFF)'),
  ecc: Type.String({
    pattern: '^[LMQHlmqh]$',
    default: 'M',
    description: 'L, M, Q or H: how much of the code may be damaged (7, 15, 25 or 30 %)',
  }),
  format: Type.Enum(['svg', 'png'], { default: 'svg', description: 'Type of the image.' }),
});
export type QrQuery = Static<typeof QrQuery>;
