/** The choice of a period: named periods, custom days, and buttons for the previous and next period. */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Check, TextField } from './field.tsx';
import { date } from './format.ts';
import { Icon } from './icon.tsx';
import { daysOf, isDay, type Period, type Preset, presets, shiftPeriod, todayOf } from './period.ts';
import { placeBy } from './place-popover.ts';
import { useShortcut } from './shortcuts.tsx';
import { uiText } from './text.ts';

type DateRangeProps = {
  period: Period;
  onPeriod: (period: Period) => void;
  zone: string;
  /** The offered named periods; all of them by default. */
  named?: readonly Preset[];
  /** The first day with data. */
  earliest: string;
  /** The reason why no older data is available. */
  limit?: string;
  isComparing?: boolean;
  onCompare?: (isOn: boolean) => void;
};

/** Formats days, such as `5 Nov 2026 – 12 Nov 2026`. */
function textOfDays(days: { from: string; to: string }): string {
  const [from, to] = [date(`${days.from}T00:00Z`, 'UTC'), date(`${days.to}T00:00Z`, 'UTC')];
  return from === to ? from : `${from} – ${to}`;
}

const nameOfPeriod = (period: Period): string =>
  period.name === 'days' ? textOfDays(period) : uiText.period.presets[period.name];

/** Describes the period on paper, where its name alone has no meaning. */
function onPaper({ period, zone, earliest, isComparing }: DateRangeProps, today: string): string {
  const days = textOfDays(daysOf(period, today, earliest));
  const named = period.name === 'days' ? days : `${nameOfPeriod(period)}: ${days}`;
  return [named, zone, ...(isComparing ? [uiText.period.compared] : [])].join(' · ');
}

export function DateRange(props: DateRangeProps) {
  const { period, onPeriod, zone, earliest } = props;
  const words = uiText.period;
  const today = todayOf(zone, Date.now());
  const [earlier, later] = [-1 as const, 1 as const].map((steps) => shiftPeriod(period, steps, today, earliest));
  useShortcut('ArrowLeft', words.earlier, () => earlier && onPeriod(earlier));
  useShortcut('ArrowRight', words.later, () => later && onPeriod(later));
  return (
    <div class="joined period">
      <Button icon="left" label={words.earlier} disabled={!earlier} onClick={() => earlier && onPeriod(earlier)} />
      <Choose {...props} today={today} />
      <Button icon="right" label={words.later} disabled={!later} onClick={() => later && onPeriod(later)} />
      <p class="on-paper">{onPaper(props, today)}</p>
    </div>
  );
}

function Choose({ today, ...props }: DateRangeProps & { today: string }) {
  const { period, onPeriod, named = presets, limit, isComparing, onCompare } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const words = uiText.period;
  const toggle = () => {
    if (isOpen) return box.current?.hidePopover();
    box.current?.showPopover();
    if (button.current && box.current) placeBy(button.current, box.current);
    box.current?.querySelector<HTMLElement>('[aria-pressed="true"], button')?.focus();
  };
  const choose = (next: Period) => {
    box.current?.hidePopover();
    button.current?.focus();
    onPeriod(next);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class="btn"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${words.label}: ${nameOfPeriod(period)}`}
        onClick={toggle}
      >
        <span class="cut">{nameOfPeriod(period)}</span>
        <Icon name="down" size={14} />
      </button>
      <div
        ref={box}
        id={id}
        class="periods"
        popover="auto"
        role="dialog"
        aria-label={words.label}
        onToggle={(event) => setOpen((event as unknown as ToggleEvent).newState === 'open')}
      >
        <ul>
          {named.map((name) => (
            <li key={name}>
              <button type="button" aria-pressed={period.name === name} onClick={() => choose({ name })}>
                {words.presets[name]}
                {period.name === name && <Icon name="check" size={15} />}
              </button>
            </li>
          ))}
        </ul>
        <OwnDays {...props} today={today} onChoose={choose} key={`${isOpen}`} />
        {onCompare && <Check label={words.compare} isOn={isComparing ?? false} onChange={onCompare} />}
        {limit && <p class="soft small">{limit}</p>}
      </div>
    </>
  );
}

type OwnDaysProps = Pick<DateRangeProps, 'period' | 'earliest'> & { today: string; onChoose: (period: Period) => void };

function OwnDays({ period, earliest, today, onChoose }: OwnDaysProps) {
  const words = uiText.period;
  const [days, setDays] = useState(() => daysOf(period, today, earliest));
  const [problem, setProblem] = useState<string>();
  useEffect(() => setDays(daysOf(period, today, earliest)), [period, today, earliest]);
  const field = (name: 'from' | 'to') => ({
    label: words[name],
    type: 'date',
    required: true,
    min: earliest,
    max: today,
    value: days[name],
    onValue: (value: string) => {
      setProblem(undefined);
      setDays((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <form
      aria-label={words.own}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDay(days.from) || !isDay(days.to)) return;
        if (days.from > days.to) setProblem(words.wrongOrder);
        else onChoose({ name: 'days', ...days });
      }}
    >
      <TextField {...field('from')} error={problem} />
      <TextField {...field('to')} />
      <Button type="submit">{words.apply}</Button>
    </form>
  );
}
