/** A form's definition: its stored form, and its answer. Pure. */
import { escapeHtml } from '../../../../shared/pages/html.ts';
import { sqlDate } from '../../../host/shapes.ts';
import type { Form } from '../answers.ts';
import type { FormWithConsent } from './queries.ts';

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

/** Converts a form to its answer. */
export function toForm(siteUrl: string, form: FormWithConsent): Form {
  const { id, name, slug, active, consent_text, consent_hash, posts, confirmed, created_at, updated_at } = form;
  const url = formUrl(siteUrl, slug);
  return {
    ID: id,
    ...{ name, slug, url, active },
    embed: `<script src="${url}/embed.js" async></script>`,
    iframe: `<iframe src="${url}?embedded=1" title="${escapeHtml(name)}" style="width:100%;height:640px;border:0"></iframe>`,
    ...definitionOf(form),
    consent_text: consent_text ?? '',
    consent_hash: consent_hash?.toString('hex') ?? null,
    ...{ posts, confirmed },
    created_at: sqlDate(created_at),
    updated_at: updated_at && sqlDate(updated_at),
  };
}
