/** Preview of the email while its text is edited. The service fills in sample values. */
import { sentenceOf } from '../../../../../shared/ui/field-problems.ts';
import { useLoad, useSettled } from '../../../../../shared/ui/load.ts';
import { ApiError } from '../../../../../shared/ui/service.ts';
import { Bones, Failed, Show } from '../../../../../shared/ui/states.tsx';
import type { ConsentSettings } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';
import { previewConsent } from './save-consent.ts';

const words = text.consent.optIn;
const address = /(https?:\/\/\S+)/;

type MailPreviewProps = {
  draft: ConsentSettings['double_opt_in'];
  /** The saved settings: the preview reloads when they change. */
  of: ConsentSettings;
};

export function MailPreview({ draft: { subject, text: body }, of: { sender } }: MailPreviewProps) {
  const [settledSubject, settledText] = [useSettled(subject, 500), useSettled(body, 500)];
  const draft = { double_opt_in: { subject: settledSubject, text: settledText } };
  const preview = useLoad((signal) => previewConsent(draft, signal), [settledSubject, settledText, sender]);
  return (
    <section class="mail-preview" aria-label={words.preview}>
      {preview.data && preview.error ? (
        <Unseen error={preview.error} retry={preview.reload} />
      ) : (
        <Show of={preview} bones={<Bones rows={9} />}>
          {({ mail, pages }) => (
            <>
              <dl>
                <dt>{words.from}</dt>
                <dd>{mail.from}</dd>
                <dt>{words.subjectOf}</dt>
                <dd>
                  <b>{mail.subject}</b>
                </dd>
              </dl>
              <div class="letter">
                {mail.text.split(address).map((part, n) => (n % 2 === 1 ? <Link key={n} url={part} /> : part))}
              </div>
              <footer>
                <Link url={pages.mail} label={words.asHtml} />
              </footer>
            </>
          )}
        </Show>
      )}
    </section>
  );
}

/** Shows why the text is invalid, or a button to retry after any other problem. */
const Unseen = ({ error, retry }: { error: Error; retry: () => void }) =>
  error instanceof ApiError && error.status < 500 ? (
    <p class="notice warn">{sentenceOf(error.message)}</p>
  ) : (
    <Failed error={error} retry={retry} />
  );

const Link = ({ url, label = url }: { url: string; label?: string }) => (
  <a class="text" href={url} target="_blank" rel="noreferrer">
    {label}
  </a>
);
