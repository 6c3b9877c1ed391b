/** Health, for operators: problems of the installation and their remedies. */
import type { ComponentChildren } from 'preact';
import { HealthScreen } from '../../../../shared/ui/health.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { session } from '../../core/session.ts';
import type { InstallationHealth } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.health;

const load = (signal: AbortSignal) => api.get<InstallationHealth>('/installation/health', {}, signal);
const Frame = (props: { actions: ComponentChildren; children: ComponentChildren }) => (
  <Screen title={words.title} note={words.note} {...props} />
);

export const Health = () =>
  session.value?.operator ? (
    <HealthScreen load={load} Frame={Frame} />
  ) : (
    <Screen title={words.title}>
      <section class="card">
        <Empty icon="shield" title={text.safety.operatorsOnly} />
      </section>
    </Screen>
  );
