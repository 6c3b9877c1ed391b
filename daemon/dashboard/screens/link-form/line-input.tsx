/** The control of a single-line field: its texts, its limits and its problem. */
import { TextField } from '../../../../shared/ui/field.tsx';
import type { Form } from '../../../../shared/ui/form.ts';
import { text } from '../../text/text.ts';
import { fields, type LineName } from './fields.ts';
import type { Values } from './values.ts';

const words = text.linkForm;
const hints: Partial<Record<LineName, string>> = words.hints;

export const Line = ({ form, name }: { form: Form<Values>; name: LineName }) => (
  <TextField label={words.fields[name]} hint={hints[name]} {...fields[name].props} {...form.field(name)} />
);
