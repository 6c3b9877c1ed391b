/** Buttons that import contacts from plugins of the same WordPress. Hidden if there are none. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { toastError } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { text } from '../../text/text.ts';

type Source = { name: string; contacts: number };

export function Sources({ onSent }: { onSent: (id: string) => void }) {
  const words = text.imports.from;
  const { data } = useLoad((signal) => api.get<{ sources: Source[] }>('/import/sources', {}, signal), []);
  const [busy, setBusy] = useState<string>();
  const begin = async (name: string) => {
    setBusy(name);
    const [onTaken = ''] = Object.keys(text.imports.taken.options);
    const query = new URLSearchParams({ from: name, on_taken: onTaken, dry_run: '1', create_fields: '1' });
    try {
      onSent(String((await api.post<{ import: { ID: number } }>(`/import/add?${query}`)).import.ID));
    } catch (error) {
      toastError(error as Error);
      setBusy(undefined);
    }
  };
  if (!data || data.sources.length === 0) return null;
  return (
    <section class="card" aria-labelledby="import-from">
      <header>
        <h2 id="import-from">{words.title}</h2>
        <span>{words.note}</span>
      </header>
      <div class="body bar">
        {data.sources.map(({ name, contacts }) => (
          <Button key={name} isBusy={busy === name} disabled={busy !== undefined} onClick={() => void begin(name)}>
            {words.action(text.imports.formats[name] ?? name, text.imports.counted(contacts))}
          </Button>
        ))}
      </div>
    </section>
  );
}
