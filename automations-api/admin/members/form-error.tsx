/** The error of a member that has no single field to show it at. */
export const MemberError = ({ error }: { error: string | undefined }) =>
  error ? (
    <div class="field">
      <p class="error" role="alert">
        {error}
      </p>
    </div>
  ) : null;
