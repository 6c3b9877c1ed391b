/** The destinations of a domain's root URL and of paths without a link. */
import { longestUrl } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Domain } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { useDomainForm } from './domain-form.ts';

const words = text.domains;

type AddressesProps = { domain: Domain; onChange: (domain: Domain) => void };

const valuesOf = ({ rootUrl, notFoundUrl }: Domain) => ({ rootUrl: rootUrl ?? '', notFoundUrl: notFoundUrl ?? '' });

export function Addresses({ domain, onChange }: AddressesProps) {
  const form = useDomainForm({
    domain,
    onChange,
    valuesOf,
    write: (path, { rootUrl, notFoundUrl }, headers) =>
      api.patch<Domain>(path, { rootUrl: rootUrl.trim() || null, notFoundUrl: notFoundUrl.trim() || null }, headers),
    words: { label: (name) => words[name] },
  });
  const field = { type: 'url', placeholder: 'https://', readOnly: !may('admin'), maxLength: longestUrl };
  return (
    <form class="card" onSubmit={form.submit}>
      <header>
        <h2>{words.addresses}</h2>
      </header>
      <div class="body form">
        <Problem of={form} />
        <div class="pair">
          <TextField
            label={words.rootUrl}
            hint={words.rootUrlHint(domain.unicodeHostname)}
            {...field}
            {...form.field('rootUrl')}
          />
          <TextField label={words.notFoundUrl} hint={words.notFoundUrlHint} {...field} {...form.field('notFoundUrl')} />
        </div>
      </div>
      {may('admin') && (
        <footer class="end">
          <Button type="submit" isBusy={form.isBusy} disabled={!form.isChanged}>
            {text.actions.save}
          </Button>
        </footer>
      )}
    </form>
  );
}
