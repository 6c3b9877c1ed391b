/** The health report of an installation: problems with their remedies first, then everything else. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { Button } from './button.tsx';
import { relative } from './format.ts';
import { Icon, type IconName } from './icon.tsx';
import { useLoad } from './load.ts';
import { Bones, Show } from './states.tsx';
import { uiText } from './text.ts';

type State = 'ok' | 'warning' | 'failed' | 'unknown';
type Checked = { group: string; name: string; state: State; found: string; todo: string };
type Health = { checkedAt: string; checks: Checked[] };

const marks: Record<State, { icon: IconName; look: string }> = {
  ok: { icon: 'check', look: 'good' },
  unknown: { icon: 'help', look: '' },
  warning: { icon: 'warning', look: 'warn' },
  failed: { icon: 'close', look: 'bad' },
};
const worst: readonly State[] = ['failed', 'warning', 'unknown'];

type HealthScreenProps = {
  load: (signal: AbortSignal) => Promise<Health>;
  Frame: FunctionComponent<{ actions: ComponentChildren; children: ComponentChildren }>;
};

export function HealthScreen({ load, Frame }: HealthScreenProps) {
  const health = useLoad(load, []);
  const again = (
    <Button icon="refresh" isBusy={health.isLoading} onClick={health.reload}>
      {uiText.health.again}
    </Button>
  );
  return (
    <Frame actions={again}>
      <Show of={health} bones={<Bones rows={12} />}>
        {(found) => <Report {...found} />}
      </Show>
    </Frame>
  );
}

function Report({ checkedAt, checks }: Health) {
  const words = uiText.health;
  const problems = worst.flatMap((state) => checks.filter((one) => one.state === state));
  const well = checks.filter(({ state }) => state === 'ok');
  return (
    <div class="stack">
      <section class="card" aria-label={words.problems}>
        <header>
          <h2>{problems.length === 0 ? words.well : words.countProblems(problems.length)}</h2>
          <span>{words.checked(relative(checkedAt))}</span>
        </header>
        {problems.length === 0 ? (
          <p class="none calm">{words.wellNote(checks.length)}</p>
        ) : (
          <ul class="findings">
            {problems.map((one) => (
              <Row key={one.name + one.found} {...one}>
                <p class="todo">{inCode(begun(one.todo))}</p>
              </Row>
            ))}
          </ul>
        )}
      </section>
      <div class="well">
        {[...new Set(well.map(({ group }) => group))].map((group) => (
          <section key={group} class="card" aria-label={words.groups[group] ?? group}>
            <header>
              <h2>{words.groups[group] ?? group}</h2>
            </header>
            <ul class="findings">
              {well
                .filter((one) => one.group === group)
                .map((one) => (
                  <Row key={one.name + one.found} {...one} />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

function Row({ name, state, found, children }: Checked & { children?: ComponentChildren }) {
  const { icon, look } = marks[state];
  return (
    <li>
      <span class={`mark ${look}`} role="img" aria-label={uiText.health.states[state]}>
        <Icon name={icon} size={16} />
      </span>
      <div>
        <b>{begun(name)}</b>
        <p class="soft small">{inCode(begun(found))}</p>
        {children}
      </div>
    </li>
  );
}

/** Formats text between backticks as code. */
const inCode = (text: string) =>
  text.split('`').map((part, n) => (n % 2 === 1 ? <code key={`${n}${part}`}>{part}</code> : part));

/** Capitalises the first letter, unless the text starts with a name. */
const begun = (text: string) => (/^[a-z]+(\s|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);
