/** Health, for administrators: databases, mail server, and pending messages and jobs. */
import type { ComponentChildren } from 'preact';
import { HealthScreen } from '../../../../../shared/ui/health.tsx';
import { site } from '../../../core/api.ts';
import { toRecord } from '../../../core/to-record.ts';
import type { SiteHealth } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { SettingsScreen } from '../core/settings.tsx';

const load = async (signal: AbortSignal) =>
  toRecord((await site.get<{ health: SiteHealth }>('/health', {}, signal)).health);
const Frame = (props: { actions: ComponentChildren; children: ComponentChildren }) => (
  <SettingsScreen name="health" note={text.health.about} {...props} />
);

export const Health = () => <HealthScreen load={load} Frame={Frame} />;
