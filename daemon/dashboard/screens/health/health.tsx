/** Health, for operators: problems of the installation and their remedies. */
import { Button } from '../../../../shared/ui/button.tsx';
import { HealthReport } from '../../../../shared/ui/health.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Bones, Empty, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { session } from '../../core/session.ts';
import type { InstallationHealth } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.health;

export function Health() {
  const isOperator = session.value?.operator === true;
  const health = useLoad(
    isOperator ? (signal) => api.get<InstallationHealth>('/installation/health', {}, signal) : undefined,
    [],
  );
  if (!isOperator) {
    return (
      <Screen title={words.title}>
        <section class="card">
          <Empty icon="shield" title={text.safety.operatorsOnly} />
        </section>
      </Screen>
    );
  }
  const again = (
    <Button icon="refresh" isBusy={health.isLoading} onClick={health.reload}>
      {text.ui.health.again}
    </Button>
  );
  return (
    <Screen title={words.title} note={words.note} actions={again}>
      <Show of={health} bones={<Bones rows={12} />}>
        {(found) => <HealthReport {...found} />}
      </Show>
    </Screen>
  );
}
