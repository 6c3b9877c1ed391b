/** The parameters of actions on all contacts of a filter. */
import Type from 'typebox';
import { actionArgs } from '../contacts/actions/schema.ts';
import { pagingArgs } from '../core/envelope.ts';
import { filterObject } from '../segments/schema.ts';

export const NewJob = Type.Object({
  filter: filterObject,
  all: Type.Optional(Type.Boolean({ description: 'Required if the filter excludes no one.' })),
  ...actionArgs,
});

export const JobArgs = Type.Object({
  ...pagingArgs,
  status: Type.Optional(Type.Enum(['open'], { description: 'open: those that have not ended.' })),
});
