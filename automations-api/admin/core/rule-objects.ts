/** The objects that rules can name, such as email templates. All screens share them, and they load when first needed. */
import { api } from './api.ts';
import { remember } from './shared-data.ts';
import type { SignupForm, Template } from './types.ts';

type Named = { ID: number; name: string };

/** The maximum number of loaded objects, because more are too many to choose from. */
const most = 500;

function shareObjects<Row extends Named, Name extends string>(name: Name) {
  const known = remember(() => api.get<Record<Name, Row[]>>(`/${name}`, { limit: most }).then((all) => all[name]));
  return {
    /** Returns an object's name, or its id while the objects are loading. */
    nameOf(id: string): string {
      if (known.value === undefined) known.ensure().catch(() => {});
      return known.value?.find(({ ID }) => String(ID) === id)?.name ?? `#${id}`;
    },
    /** Reloads the objects after this user changed them. */
    refresh: (): Promise<void> => known.refresh(),
    /** Returns the objects; undefined while they are loading. */
    use: (): Row[] | undefined => known.use(),
  };
}

export const templates = shareObjects<Template, 'templates'>('templates');
export const forms = shareObjects<SignupForm, 'forms'>('forms');
