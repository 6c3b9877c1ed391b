/** Sends the confirmation email to an unverified contact. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { text } from '../../text/text.ts';

const words = text.contact;

type SendConfirmationProps = { contactId: string; onSent: () => void };

export function SendConfirmation({ contactId, onSent }: SendConfirmationProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = () => {
    setBusy(true);
    setProblem(undefined);
    api
      .post(`/contact/${contactId}/send-confirmation`)
      .then(() => {
        toast(words.confirmationSent);
        onSent();
      })
      .catch((error: Error) => setProblem(error.message))
      .finally(() => setBusy(false));
  };
  return (
    <div class="stack">
      <div class="bar">
        <Button icon="mail" isBusy={isBusy} onClick={send}>
          {words.sendConfirmation}
        </Button>
      </div>
      {problem && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
