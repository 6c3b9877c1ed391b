/** The dialog that confirms deleting a template, or lists the rules that send it. */
import { Button } from '../../../../shared/ui/button.tsx';
import { Confirm, Dialog } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { refreshTemplates } from '../../core/templates.ts';
import type { Template } from '../../core/types.ts';
import { UsedBy } from '../../core/used-by.tsx';
import { text } from '../../text/text.ts';

const words = text.templates;

type DeleteTemplateProps = { template: Template; onClose: () => void; onDeleted: () => void };

export function DeleteTemplate({ template, onClose, onDeleted }: DeleteTemplateProps) {
  const { ID, name, sent, used_by_rules: rules } = template;
  if (rules.length > 0) {
    return (
      <Dialog
        title={words.keptTitle(name)}
        onClose={onClose}
        footer={<Button onClick={onClose}>{text.ui.close}</Button>}
      >
        <p>{words.keptNote}</p>
        <UsedBy users={{ rules, segments: [] }} />
      </Dialog>
    );
  }
  return (
    <Confirm
      title={words.deleteTitle(name)}
      action={text.actions.delete}
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/template/${ID}`);
        toast(words.deleted(name));
        void refreshTemplates();
        onDeleted();
      }}
    >
      {words.deleteNote(sent)}
    </Confirm>
  );
}
