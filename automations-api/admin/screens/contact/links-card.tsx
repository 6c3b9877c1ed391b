/** A contact's own URLs: for unsubscribing, for choosing lists and for personal short links. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { Copied } from '../../core/copied.tsx';
import { text } from '../../text/text.ts';

const words = text.contact;

const named = (label: string) => ({ label, copyLabel: words.copyNamed(label) });

type ConsentLinks = { unsubscribe_url: string; preferences_url: string };

export function LinksCard({ contactId }: { contactId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="card">
      <header>
        <h2>{words.links}</h2>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hideLinks : words.showLinks}
        </Button>
      </header>
      {isOpen && (
        <div class="body stack">
          <p class="soft small">{words.linksNote}</p>
          <Consent contactId={contactId} />
          <ShortLink contactId={contactId} />
        </div>
      )}
    </section>
  );
}

function Consent({ contactId }: { contactId: string }) {
  const links = useLoad(
    (signal) => api.get<{ consent_links: ConsentLinks }>(`/contact/${contactId}/consent-links`, {}, signal),
    [contactId],
  );
  return (
    <Show of={links}>
      {({ consent_links: { unsubscribe_url, preferences_url } }) => (
        <>
          <Copied {...named(words.unsubscribeUrl)} value={unsubscribe_url} />
          <Copied {...named(words.preferencesUrl)} value={preferences_url} />
        </>
      )}
    </Show>
  );
}

/** Shows a personal short link. Used only if a workspace of the link service is connected. */
function ShortLink({ contactId }: { contactId: string }) {
  const clicks = useLoad(
    (signal) => api.get<{ connected: boolean }>(`/contact/${contactId}/clicks`, { limit: 1 }, signal),
    [contactId],
  );
  const [created, setCreated] = useState<string>();
  const form = useForm({ url: '' }, async ({ url }) => {
    setCreated((await api.get<{ url: string }>(`/contact/${contactId}/link`, { url })).url);
  });
  if (!clicks.data?.connected) return null;
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <TextField label={words.shortUrl} hint={words.shortUrlHint} type="url" required {...form.field('url')} />
      <div class="bar">
        <Button type="submit" isBusy={form.isBusy}>
          {words.createLink}
        </Button>
      </div>
      {created && <Copied {...named(words.ownLink)} value={created} />}
    </form>
  );
}
