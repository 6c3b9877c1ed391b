/** The confirmation before users lower their own role, which they cannot raise again themselves. */
import { Confirm } from './dialog.tsx';
import { uiText } from './text.ts';

type StepDownProps = {
  /** The name of the lower role. */
  to: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

export const StepDown = ({ to, ...props }: StepDownProps) => (
  <Confirm title={uiText.stepDown.title(to)} action={uiText.stepDown.action} {...props}>
    {uiText.stepDown.note}
  </Confirm>
);
