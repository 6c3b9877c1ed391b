/** The parameter `bom` of CSV exports. */
import Type from 'typebox';

export const bom = Type.Optional(
  Type.Boolean({ description: 'Starts CSV with a byte order mark, by which Excel reads it as UTF-8.' }),
);
