/** The parameter `bom` of CSV exports. */
import Type from 'typebox';

export const bom = Type.Optional(
  Type.Boolean({ description: 'Starts CSV with a byte order mark, so that Excel reads it as UTF-8.' }),
);
