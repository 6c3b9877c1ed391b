/** The error below a control that cannot show it itself. */
import { sentenceOf } from '../../../shared/ui/field-problems.ts';

export const MemberError = ({ error, label }: { error: string | undefined; label?: string }) =>
  error ? (
    <div class="field">
      <p class="error" role="alert">
        {sentenceOf(error, label)}
      </p>
    </div>
  ) : null;
