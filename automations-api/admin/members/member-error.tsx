/** What is wrong with a member that has no one field to say it at. */
export const MemberError = ({ error }: { error: string | undefined }) =>
  error ? (
    <div class="field">
      <p class="error" role="alert">
        {error}
      </p>
    </div>
  ) : null;
