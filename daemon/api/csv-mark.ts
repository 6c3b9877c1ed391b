/** The query parameter `bom` of CSV exports. */
import Type from 'typebox';

export const bom = Type.Enum(['0', '1'], {
  default: '0',
  description: '`1` starts CSV with a byte order mark, so that Excel reads it as UTF-8.',
});
