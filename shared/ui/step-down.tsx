/** Asks before one lowers one's own role, which one cannot give oneself back. */
import { Confirm } from './dialog.tsx';
import { uiText } from './text.ts';

type StepDownProps = {
  /** The name of the role. */
  to: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

export const StepDown = ({ to, ...props }: StepDownProps) => (
  <Confirm title={uiText.stepDown.title(to)} action={uiText.stepDown.action} {...props}>
    {uiText.stepDown.note}
  </Confirm>
);
