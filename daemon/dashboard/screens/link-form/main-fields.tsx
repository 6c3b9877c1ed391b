/** The main fields of a link: destination, domain, slug, title and tags. */
import { links, longestUrl } from '../../../../shared/limits-of-fields.ts';
import { TagBox } from '../../../../shared/ui/combobox.tsx';
import { type Option, ReadOnly, Select, TextArea, TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { Duplicates } from './duplicates.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { fields, type LineName } from './fields.ts';
import { SlugField } from './slug-field.tsx';
import { useKnownTags } from './tag-and-domain-names.ts';
import type { Values } from './values.ts';
import { withScheme } from './with-scheme.ts';

const words = text.linkForm;
type Props = { form: Form<Values>; link: Link | undefined };
type Domains = { domains: Option[] | undefined };

export function MainFields({ form, link, domains }: Props & Domains) {
  const tags = useKnownTags();
  return (
    <>
      <TextField
        label={words.fields.url}
        hint={words.hints.url}
        type="text"
        inputMode="url"
        required
        maxLength={longestUrl}
        autocomplete="off"
        spellcheck={false}
        placeholder="https://"
        autoFocus
        onBlur={() => form.values.url && form.set('url', withScheme(form.values.url))}
        {...form.field('url')}
      />
      {!link && <Duplicates url={withScheme(form.values.url)} />}
      <div class="pair">
        <DomainField form={form} link={link} domains={domains} />
        <SlugField form={form} link={link} />
      </div>
      <Line form={form} name="title" />
      <TagBox
        label={words.fields.tags}
        values={form.values.tags}
        known={tags}
        onChange={(values) => form.set('tags', values)}
        error={problemOf(form, 'tags')}
        most={links.tags}
      />
      <TextArea
        label={words.fields.note}
        hint={words.hints.note}
        maxLength={links.note}
        rows={3}
        {...form.field('note')}
      />
    </>
  );
}

/** Returns the problem of a field or one of its parts. */
export const problemOf = (form: Form<Values>, name: string): string | undefined =>
  Object.entries(form.problems).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];

function DomainField({ form, link, domains }: Props & Domains) {
  if (link) return <ReadOnly label={words.fields.domain} value={link.domain} hint={words.domainFixed} />;
  const [own, ...others] = domains ?? [{ value: '', label: ' ' }];
  // In a duplicated link, the default domain's value is its name; otherwise it is empty.
  const value = form.values.domain === own?.value ? own.value : '';
  return (
    <Select
      label={words.fields.domain}
      options={[{ value, label: own?.label ?? '' }, ...others]}
      {...form.field('domain')}
    />
  );
}

const hints: Partial<Record<LineName, string>> = words.hints;

/** Shows the control of a single-line field. */
export function Line({ form, name }: { form: Form<Values>; name: LineName }) {
  if (name === 'expiresAt') return <ExpiryField {...form.field(name)} />;
  return <TextField label={words.fields[name]} hint={hints[name]} {...fields[name].props} {...form.field(name)} />;
}
