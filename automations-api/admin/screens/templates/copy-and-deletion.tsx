import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { useDeletion } from '../../core/deletion.tsx';
import { pathTo } from '../../core/routes.ts';
import { templates } from '../../core/rule-objects.ts';
import type { Template } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.templates;

export const pathToNew = (query: Record<string, string> = {}) => pathTo('template', { id: 'new' }, query);

export const duplicateItem = ({ ID }: Template): MenuItem => ({
  label: text.objects.duplicate,
  icon: 'copy',
  href: pathToNew({ copy: String(ID) }),
});

export const useTemplateDeletion = (onDeleted: () => void) =>
  useDeletion<Template>({
    kind: 'template',
    words,
    note: ({ sent }) => words.deleteNote(sent),
    lost: ({ sent }) => sent,
    users: ({ used_by_rules: rules }) => ({ rules, segments: [] }),
    onDeleted() {
      void templates.refresh();
      onDeleted();
    },
  });
