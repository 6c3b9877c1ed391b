/** Buttons that move a row up and down. The focus follows the row. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

type MoveButtonsProps = {
  /** The names of the buttons. */
  up: string;
  down: string;
  at: number;
  count: number;
  onMove: (by: -1 | 1) => void;
};

export function MoveButtons({ up, down, at, count, onMove }: MoveButtonsProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const pressed = useRef<-1 | 1>();
  // A moved row loses the focus. At the ends of the list the pressed button is disabled, so the other button gets the
  // focus.
  useLayoutEffect(() => {
    if (pressed.current === undefined) return;
    const buttons = [...(ref.current?.querySelectorAll('button') ?? [])];
    const same = buttons[pressed.current === -1 ? 0 : 1];
    (same?.disabled ? buttons.find((button) => !button.disabled) : same)?.focus();
    pressed.current = undefined;
  }, [at]);
  const move = (by: -1 | 1) => {
    pressed.current = by;
    onMove(by);
  };
  return (
    <span class="moves" ref={ref}>
      <Button kind="bare" icon="ascending" label={up} disabled={at === 0} onClick={() => move(-1)} />
      <Button kind="bare" icon="descending" label={down} disabled={at === count - 1} onClick={() => move(1)} />
    </span>
  );
}
