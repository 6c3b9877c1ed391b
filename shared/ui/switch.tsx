/** A switch that takes effect immediately. */
import { useState } from 'preact/hooks';
import { toastError } from './toast.tsx';

type SwitchProps = {
  /** The name of the setting. It is the same in both states. */
  label: string;
  isOn: boolean;
  /** Saves the change. If it fails, the error is shown. */
  onTurn: (isOn: boolean) => Promise<unknown>;
};

export function Switch({ label, isOn, onTurn }: SwitchProps) {
  const [isBusy, setBusy] = useState(false);
  const turn = () => {
    if (isBusy) return;
    setBusy(true);
    onTurn(!isOn)
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  return (
    <button
      type="button"
      class="toggle"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-busy={isBusy}
      title={label}
      onClick={turn}
    />
  );
}
