/** A form for some fields of a domain. */
import { useRef } from 'preact/hooks';
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { type FieldWords, saveChanged } from '../../../../shared/ui/save-changed.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { Domain } from '../../core/types.ts';
import { text } from '../../text/later.ts';

type DomainFormOptions<V> = {
  domain: Domain;
  onChange: (domain: Domain) => void;
  valuesOf: (domain: Domain) => V;
  write: (path: string, values: V, headers: Record<string, string>) => Promise<Domain>;
  words: FieldWords<V>;
};

export function useDomainForm<V extends Record<string, unknown>>(options: DomainFormOptions<V>): Form<V> {
  const { domain, onChange, valuesOf, write, words } = options;
  const path = `/domains/${domain.id}`;
  // `domain` can change: it is refreshed repeatedly while it is being connected.
  const base = useRef(valuesOf(domain));
  const form = useForm<V>(base.current, async (mine) => {
    const changed = await saveChanged({
      base: base.current,
      mine,
      valuesOf,
      read: () => api.get<Domain>(path),
      write: (values, _, headers) => write(path, values, headers),
      words,
    });
    base.current = valuesOf(changed);
    form.reset(base.current);
    onChange(changed);
    toast(text.domains.saved);
  });
  return form;
}
