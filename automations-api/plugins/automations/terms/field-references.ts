/** Where filters and rules name a custom field: by its id, its slug, or `field:` and its slug. Pure. */
import { slugOfKey } from '../fields/core/keys.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import type { Definition } from '../rules/definition.ts';

type Named = { id: number; slug: string };

const namesIt = (values: object, { id, slug }: Named) =>
  Object.keys(values).some((key) => key === String(id) || slugOfKey(key) === slug);

export const filterNamesField = ({ field = {} }: FilterArgs, named: Named): boolean => namesIt(field, named);

export const definitionNamesField = ({ conditions, steps }: Definition, named: Named): boolean =>
  filterNamesField(conditions, named) || steps.some(({ field }) => field !== undefined && namesIt(field, named));
