/** The IP networks whose visits do not count as clicks. */

import { useRef } from 'preact/hooks';
import { CardForm } from '../../../../../shared/ui/card-form.tsx';
import { TextArea } from '../../../../../shared/ui/field.tsx';
import { sentenceOf } from '../../../../../shared/ui/field-problems.ts';
import { useForm } from '../../../../../shared/ui/form.ts';
import { saveChanged } from '../../../../../shared/ui/save-changed.ts';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { may, refreshWorkspace } from '../../../core/session.ts';
import type { Workspace } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

const words = text.workspace.ownNetworks;

const toText = ({ ownNetworks }: Workspace) => ({ ownNetworks: ownNetworks.join('\n') });
const toLines = (ownNetworks: string) => ownNetworks.split('\n').filter((line) => line.trim() !== '');

export function OwnNetworks({ workspace }: { workspace: Workspace }) {
  const base = useRef(toText(workspace));
  const form = useForm(base.current, async ({ ownNetworks }) => {
    const saved = await saveChanged({
      base: base.current,
      mine: { ownNetworks: toLines(ownNetworks).join('\n') },
      valuesOf: toText,
      read: () => api.get<Workspace>('/workspace'),
      write: (mine, _, headers) =>
        api.patch<Workspace>('/workspace', { ownNetworks: toLines(mine.ownNetworks) }, headers),
      words: { label: () => words.label },
    });
    base.current = toText(saved);
    form.reset(base.current);
    await refreshWorkspace();
    toast(text.workspace.saved);
  });
  return (
    <CardForm title={words.title} form={form} action={may('admin') ? text.actions.save : undefined}>
      <TextArea
        label={words.label}
        hint={words.hint}
        rows={3}
        readOnly={!may('admin')}
        spellcheck={false}
        autocomplete="off"
        {...form.field('ownNetworks')}
        error={problemIn(form.problems, form.values.ownNetworks)}
      />
    </CardForm>
  );
}

/** Returns the first problem, with its line's text if it has one. */
function problemIn(problems: Record<string, string>, ownNetworks: string): string | undefined {
  const [[field = '', problem] = []] = Object.entries(problems);
  const [, place] = field.split('.');
  const line = place === undefined ? undefined : toLines(ownNetworks)[Number(place)];
  return problem && line ? sentenceOf(problem, line.trim()) : problem;
}
