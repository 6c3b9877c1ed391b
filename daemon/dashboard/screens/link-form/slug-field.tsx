/** The slug, and whether it is available, while it is typed. */
import { links } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { type Loaded, useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import type { Link, SlugAvailability } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import type { Values } from './values.ts';

const words = text.linkForm;

export function SlugField({ form, link }: { form: Form<Values>; link: Link | undefined }) {
  const { domain } = form.values;
  const slug = form.values.slug.trim();
  const settled = useSettled(slug);
  const isAsked = settled !== '' && settled !== link?.slug;
  const found = useLoad(
    isAsked
      ? (signal) =>
          api.get<SlugAvailability>('/links/slug-availability', { slug: settled, domain: domain || undefined }, signal)
      : undefined,
    [settled, domain],
  );
  const isOld = link && slug !== '' && slug !== link.slug;
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
            words.slugHint
          ) : (
            <Told
              slug={slug}
              found={isAsked && settled === slug ? found : undefined}
              isRefused={form.problems.slug !== undefined}
              onUse={(other) => form.set('slug', other)}
            />
          )}
          {isOld && <span class="links-line">{words.slugChange}</span>}
        </span>
      }
      {...form.field('slug')}
    />
  );
}

type ToldProps = {
  slug: string;
  found: Loaded<SlugAvailability> | undefined;
  /** The field already shows why it is not available. */
  isRefused: boolean;
  onUse: (slug: string) => void;
};

function Told({ slug, found, isRefused, onUse }: ToldProps) {
  if (!found || found.isLoading) return <>{words.slugs.checking}</>;
  // Availability is unknown: the service checks it when the link is created.
  if (found.error || !found.data) return <>{words.slugHint}</>;
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
