/** Fields for the preview of a link in chats and social networks. */
import { links, longestUrl } from '../../../../shared/limits-of-fields.ts';
import { TextArea, TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { text } from '../../text/text.ts';
import type { Values } from './values.ts';

const words = text.linkForm;

export function PreviewFields({ form }: { form: Form<Values> }) {
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
    </>
  );
}
