/** Bodies of the health route. */
import Type from 'typebox';
import { checkFields, overallState } from '../../shared/check/schema.ts';

export const InstallationCheck = Type.Object(checkFields);

export const InstallationHealth = Type.Object({
  checkedAt: Type.String({ format: 'date-time', description: 'The findings are cached for 30 seconds.' }),
  state: overallState,
  checks: Type.Array(InstallationCheck),
});
