/** Health, for administrators: what contact automation stands on, and what of its messages and jobs waits. */
import { Button } from '../../../../../shared/ui/button.tsx';
import { HealthReport } from '../../../../../shared/ui/health.tsx';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../../shared/ui/states.tsx';
import { site } from '../../../core/api.ts';
import type { SiteHealth } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { SettingsScreen } from '../core/settings.tsx';

export function Health() {
  const health = useLoad(
    (signal) => site.get<{ health: SiteHealth }>('/health', {}, signal).then((it) => it.health),
    [],
  );
  const again = (
    <Button icon="refresh" isBusy={health.isLoading} onClick={health.reload}>
      {text.ui.health.again}
    </Button>
  );
  return (
    <SettingsScreen name="health" note={text.health.about} actions={again}>
      <Show of={health} bones={<Bones rows={12} />}>
        {({ checked_at: checkedAt, checks }) => <HealthReport checkedAt={checkedAt} checks={checks} />}
      </Show>
    </SettingsScreen>
  );
}
