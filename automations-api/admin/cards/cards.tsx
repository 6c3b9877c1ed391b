/** Cards that plugins add to a screen: forms, tables and buttons. Their content is shown as plain text. */
import { CardForm } from '../../../shared/ui/card-form.tsx';
import { useForm } from '../../../shared/ui/form.ts';
import { type Loaded, useLoad } from '../../../shared/ui/load.ts';
import { Empty } from '../../../shared/ui/states.tsx';
import { toast } from '../../../shared/ui/toast.tsx';
import { site } from '../core/api.ts';
import { LivePreview } from '../core/preview.tsx';
import type { FormSchema, SettingsCard } from '../core/types.ts';
import { MemberInput } from '../members/form-input.tsx';
import { text } from '../text/text.ts';
import { ActionButtons, type CardProps, useCardActions } from './actions.tsx';
import { loadPreview } from './previews.tsx';
import { TableCard } from './table-card.tsx';

export const useCards = (screen: string): Loaded<SettingsCard[]> =>
  useLoad(
    (signal) => site.get<{ cards: SettingsCard[] }>('/cards', { screen }, signal).then((it) => it.cards),
    [screen],
  );

export const Cards = ({ of }: { of: Pick<Loaded<SettingsCard[]>, 'data' | 'reload'> }) => (
  <>
    {of.data?.map((card) => (
      <Card key={card.name} card={card} onDone={of.reload} />
    ))}
  </>
);

function Card({ card, onDone }: CardProps) {
  const { title, form, table, problem } = card;
  if (form) return <FormCard card={card} schema={form} onDone={onDone} />;
  if (table) return <TableCard card={card} first={table} onDone={onDone} />;
  return (
    <section class="card">
      <header>
        <h2 dir="auto">{title}</h2>
      </header>
      <Empty icon="warning" title={text.cards.broken}>
        {problem}
      </Empty>
    </section>
  );
}

function FormCard({ card, schema, onDone }: CardProps & { schema: FormSchema }) {
  const { name, title, note, values } = card;
  const cardActions = useCardActions(name, onDone);
  const form = useForm(values, async (changed) => {
    const saved = await site.post<{ card: SettingsCard }>('/card', { name, values: changed });
    form.reset(saved.card.values);
    toast(text.cards.saved(title));
    onDone();
  });
  return (
    <>
      <CardForm
        title={title}
        form={form}
        action={text.actions.save}
        actions={<ActionButtons actions={card.actions} cardActions={cardActions} />}
      >
        {note && <p class="soft">{note}</p>}
        <div class="pair">
          {Object.entries(schema.properties).map(([member, described]) => (
            <MemberInput
              key={member}
              member={described}
              value={form.values[member]}
              isRequired={schema.required?.includes(member)}
              error={form.problems[member]}
              onValue={(value) => form.set(member, value)}
            />
          ))}
        </div>
      </CardForm>
      {card.preview && (
        <LivePreview
          of={title}
          draft={form.values}
          load={(draft, signal) => loadPreview({ name, values: JSON.parse(draft) }, signal)}
        />
      )}
      {cardActions.dialog}
    </>
  );
}
