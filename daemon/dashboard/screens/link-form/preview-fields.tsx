/** What is shown of the link where it is posted, and about how. */
import { links, longestUrl } from '../../../../shared/limits-of-fields.ts';
import { TextArea, TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { text } from '../../text/text.ts';
import type { Values } from './values.ts';

const words = text.linkForm;

export function PreviewFields({ form, domain }: { form: Form<Values>; domain: string }) {
  const { preview } = form.values;
  const field = (name: keyof Values['preview']) => ({
    value: preview[name],
    onValue: (value: string) => form.set('preview', { ...preview, [name]: value }),
    error: form.problems[`preview.${name}`],
  });
  return (
    <>
      <p class="soft small">{words.previewNote}</p>
      <TextField label={words.preview.title} maxLength={links.preview.title} autocomplete="off" {...field('title')} />
      <TextArea
        label={words.preview.description}
        maxLength={links.preview.description}
        rows={2}
        {...field('description')}
      />
      <TextField
        label={words.preview.imageUrl}
        maxLength={longestUrl}
        inputMode="url"
        autocomplete="off"
        spellcheck={false}
        placeholder="https://"
        {...field('imageUrl')}
      />
      {Object.values(preview).some((value) => value !== '') && <Sample preview={preview} domain={domain} />}
    </>
  );
}

/** The image itself is of another service, which this page asks for nothing: its place is drawn. */
function Sample({ preview, domain }: { preview: Values['preview']; domain: string }) {
  const host = URL.canParse(preview.imageUrl) ? new URL(preview.imageUrl).host : '';
  return (
    <figure class="links-sample">
      <figcaption class="soft small">{words.previewSample}</figcaption>
      <div class="card">
        {preview.imageUrl && (
          <div class="links-image soft small">
            <Icon name="map" size={22} />
            <span class="cut">{host}</span>
          </div>
        )}
        <div class="links-sample-text">
          {domain && <span class="soft small">{domain}</span>}
          <b>{preview.title || words.preview.title}</b>
          {preview.description && <span class="soft">{preview.description}</span>}
        </div>
      </div>
    </figure>
  );
}
