/** The reason for a link's ban, and an appeal, for the workspace's members. */
import { useState } from 'preact/hooks';
import { longestReason } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { TextArea } from '../../../../shared/ui/field.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { date, dateTime } from '../../../../shared/ui/format.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Link, LinkBan } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.ban;

/** Says why a link is banned, and lets members ask for a review. */
export function BanNotice({ id }: Pick<Link, 'id'>) {
  const ban = useLoad((signal) => api.get<LinkBan>(`/links/${id}/ban`, {}, signal), [id]);
  const [isAsking, setAsking] = useState(false);
  const { data } = ban;
  return (
    <section class="notice bad" aria-label={words.title}>
      <div class="stack tight">
        <h2>{words.title}</h2>
        <p>{words.note}</p>
        {data && <Why ban={data} />}
        {ban.error && <p>{sentenceOf(ban.error.message)}</p>}
        {data && !data.appeal && may('member') && (
          <div class="bar">
            <Button onClick={() => setAsking(true)}>{words.ask}</Button>
          </div>
        )}
      </div>
      {isAsking && <Appeal id={id} onClose={() => setAsking(false)} onSent={(sent) => ban.set(() => sent)} />}
    </section>
  );
}

function Why({ ban: { since, by, reason, field, liftedByChange, appeal } }: { ban: LinkBan }) {
  return (
    <>
      <p>
        <b>{reason}</b> {words.source(words.by[by], date(since))}
        {field && field !== 'url' && ` ${words.field(field)}`}
      </p>
      {liftedByChange && <p>{words.change}</p>}
      {appeal?.status === 'waiting' && <p>{words.waiting(dateTime(appeal.sentAt))}</p>}
      {appeal?.status === 'rejected' && <p>{words.rejected(appeal.answer ?? '')}</p>}
    </>
  );
}

type AppealProps = { id: string; onClose: () => void; onSent: (ban: LinkBan) => void };

function Appeal({ id, onClose, onSent }: AppealProps) {
  const form = useForm({ message: '' }, async ({ message }) => {
    onSent(await api.post<LinkBan>(`/links/${id}/ban/appeal`, { message: message.trim() }));
    toast(words.sent);
    onClose();
  });
  return (
    <Dialog
      title={words.askTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button kind="main" isBusy={form.isBusy} onClick={form.submit}>
            {words.send}
          </Button>
        </>
      }
    >
      <form class="form" onSubmit={form.submit}>
        <Problem of={form} />
        <TextArea
          label={words.message}
          hint={words.messageHint}
          maxLength={longestReason}
          required
          {...form.field('message')}
        />
      </form>
    </Dialog>
  );
}
