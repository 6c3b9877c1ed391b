/** The schema of names that people choose; apart from them, so that commands need not load the schemas' library. */
import Type from 'typebox';
import { oneLine } from './names.ts';

/** A name that is not blank and has no control characters. */
export const nameSchema = (longest: number) =>
  Type.String({
    minLength: 1,
    maxLength: longest,
    pattern: oneLine,
    description: 'a name on one line, not blank',
  });
