/** A form's definition: what is stored, and what its pages show. Pure. */
import type { FormWithConsent } from './queries.ts';

/** The contacts' columns that forms can show; `email` is always shown. */
export const formColumns = ['f_name', 'l_name', 'contact_no', 'country', 'state'] as const;

/** A contact's column, or the id of a custom field. */
export type FieldKey = string | number;

/** The settings that are stored as JSON. */
export type Definition = {
  fields: FieldKey[];
  required: FieldKey[];
  lists: number[];
  offered_lists: number[];
  tags: number[];
  double_opt_in: boolean;
  title: string;
  intro: string;
  button: string;
  thanks: string;
  redirect_url: string;
  embeddable: boolean;
};

/** The settings that a form's page shows, saved or not. */
export type FormSettings = { definition: Definition; name: string; consentText: string };

export const defaults: Definition = {
  fields: ['email'],
  required: ['email'],
  lists: [],
  offered_lists: [],
  tags: [],
  double_opt_in: true,
  title: '',
  intro: '',
  button: '',
  thanks: '',
  redirect_url: '',
  embeddable: true,
};

export const definitionOf = ({ definition }: Pick<FormWithConsent, 'definition'>): Definition => ({
  ...defaults,
  ...(JSON.parse(definition) as Partial<Definition>),
});

export const formUrl = (siteUrl: string, slug: string) => `${siteUrl}/forms/${slug}`;
