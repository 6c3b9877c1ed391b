/** The settings of plugins: a card for each form that one of them describes. */
import { CardForm } from '../../../../../shared/ui/card-form.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { site } from '../../../core/api.ts';
import { withoutName } from '../../../core/field-errors.ts';
import type { SettingsCard } from '../../../core/types.ts';
import { MemberInput } from '../../../members/member-input.tsx';
import { text } from '../../../text/text.ts';

export function Cards() {
  const cards = useLoad(
    (signal) => site.get<{ cards: SettingsCard[] }>('/cards', {}, signal).then((it) => it.cards),
    [],
  );
  return cards.data?.map((card) => <Card key={card.name} card={card} />);
}

function Card({ card: { name, title, note, form: schema, values } }: { card: SettingsCard }) {
  const form = useForm(values, async (changed) => {
    const { card } = await site.post<{ card: SettingsCard }>('/card', { name, values: changed });
    form.reset(card.values);
    toast(text.plugins.saved(title));
  });
  return (
    <CardForm title={title} form={form} action={text.actions.save}>
      {note && <p class="soft">{note}</p>}
      {Object.entries(schema.properties).map(([member, described]) => (
        <MemberInput
          key={member}
          member={described}
          value={form.values[member]}
          isRequired={schema.required?.includes(member)}
          error={form.problems[member] && withoutName(form.problems[member])}
          onValue={(value) => form.set(member, value)}
        />
      ))}
    </CardForm>
  );
}
