/** The schema of names. It is separate from `names.ts`, so that commands need not load the schema library. */
import Type from 'typebox';
import { oneLine } from './names.ts';

/** Creates the schema of a name that is not blank and has no control characters. */
export const nameSchema = (longest: number) =>
  Type.String({
    minLength: 1,
    maxLength: longest,
    pattern: oneLine,
    description: 'a name on one line, not blank',
  });
