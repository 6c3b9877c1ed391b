/** What is wrong with a step that has no one field to say it at. */
export const StepError = ({ error }: { error: string | undefined }) =>
  error ? (
    <div class="field">
      <p class="error" role="alert">
        {error}
      </p>
    </div>
  ) : null;
