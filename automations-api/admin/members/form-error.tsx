/** The error below a control that cannot show it itself. */
export const MemberError = ({ error }: { error: string | undefined }) =>
  error ? (
    <div class="field">
      <p class="error" role="alert">
        {error}
      </p>
    </div>
  ) : null;
