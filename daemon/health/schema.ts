/** What operators see of the installation's health. */
import Type from 'typebox';
import { checkMembers, overallState } from '../../shared/check/schema.ts';

export const InstallationCheck = Type.Object(checkMembers);

export const InstallationHealth = Type.Object({
  checkedAt: Type.String({ format: 'date-time', description: 'An answer is kept for 30 seconds.' }),
  state: overallState,
  checks: Type.Array(InstallationCheck),
});
