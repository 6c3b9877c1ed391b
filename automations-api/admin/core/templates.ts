/** The email templates that rules can send, shared by all screens and loaded when first needed. */
import { api } from './api.ts';
import { remember } from './shared-data.ts';
import type { Template } from './types.ts';

/** The maximum number of loaded templates, because more are too many to choose from. */
const most = 500;

const known = remember(() =>
  api.get<{ templates: Template[] }>('/templates', { limit: most }).then(({ templates }) => templates),
);

/** Returns a template's name, or its id while the templates are loading. */
export function nameOfTemplate(id: string): string {
  if (known.value === undefined) known.ensure().catch(() => {});
  return known.value?.find(({ ID }) => String(ID) === id)?.name ?? `#${id}`;
}

/** Reloads the templates after this user changed them. */
export const refreshTemplates = (): Promise<void> => known.refresh();

/** Returns the templates; undefined while they are loading. */
export const useTemplates = (): Template[] | undefined => known.use();
