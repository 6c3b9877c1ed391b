/** The field for the slug, which shows while typing whether the slug is available. */
import { links } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { type Loaded, useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import type { Link, SlugAvailability } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import type { Values } from './values.ts';

const words = text.linkForm;

export function SlugField({ form, link }: { form: Form<Values>; link: Link | undefined }) {
  const { domain } = form.values;
  const slug = form.values.slug.trim();
  const settled = useSettled(slug);
  const needsCheck = settled !== '' && settled !== link?.slug;
  const found = useLoad(
    needsCheck
      ? (signal) =>
          api.get<SlugAvailability>('/links/slug-availability', { slug: settled, domain: domain || undefined }, signal)
      : undefined,
    [settled, domain],
  );
  const hint = link ? '' : words.slugHint;
  return (
    <TextField
      label={words.fields.slug}
      maxLength={links.slug}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      hint={
        <span aria-live="polite">
          {slug === '' || slug === link?.slug ? (
            hint
          ) : (
            <Availability
              slug={slug}
              unknown={hint}
              found={needsCheck && settled === slug ? found : undefined}
              isRefused={form.problems.slug !== undefined}
              onUse={(other) => form.set('slug', other)}
            />
          )}
          {link && <span class="links-line">{words.slugChange}</span>}
        </span>
      }
      {...form.field('slug')}
    />
  );
}

type AvailabilityProps = {
  slug: string;
  /** Shown if the availability is unknown. The service checks it when the form is sent. */
  unknown: string;
  found: Loaded<SlugAvailability> | undefined;
  /** True if the field already shows why the slug is not available. */
  isRefused: boolean;
  onUse: (slug: string) => void;
};

function Availability({ slug, unknown, found, isRefused, onUse }: AvailabilityProps) {
  if (!found || found.isLoading) return <>{words.slugs.checking}</>;
  if (found.error || !found.data) return <>{unknown}</>;
  const { available, reason, suggestion } = found.data;
  if (available) return <span class="up">{words.slugs.free(slug)}</span>;
  return (
    <>
      {!isRefused && <span class="down">{words.slugs[reason ?? 'taken']} </span>}
      {suggestion && (
        <Button kind="bare" class="links-use" onClick={() => onUse(suggestion)}>
          {words.slugs.use(suggestion)}
        </Button>
      )}
    </>
  );
}
