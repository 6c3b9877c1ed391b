/** Where stored filters and rules name a custom field, by its id. Pure. */
import type { FilterArgs } from '../finder/filter-args.ts';
import type { Definition } from '../rules/definition.ts';

export const filterNamesField = ({ field = {} }: FilterArgs, id: number): boolean => Object.hasOwn(field, id);

export const definitionNamesField = ({ conditions, steps }: Definition, id: number): boolean =>
  filterNamesField(conditions, id) || steps.some(({ field }) => field !== undefined && Object.hasOwn(field, id));
