/** Pending migrations of both services. Contact automation reports its own by its command. */
import type { Config } from '../../config/config.ts';
import { inspectServices } from '../../local/migrate-services.ts';
import { counted } from '../../plural.ts';
import { type Finding, failed, ok, warning } from '../core/finding.ts';

export async function checkMigrations(config: Config, mysqlUrl: string): Promise<Finding | Finding[]> {
  const { links, automations, failed: broken } = await inspectServices(config, mysqlUrl);
  const waiting = [...links, ...automations];
  const findings = broken.map(({ plugin, reason }) =>
    warning(`the plugin ${plugin} is left out: ${reason}`, 'repair or remove the plugin'),
  );
  if (waiting.length > 0) {
    findings.push(
      failed(
        `the database lacks ${counted(waiting.length, 'migration')}: ${waiting.slice(0, 3).join(', ')}`,
        '`waypost migrate`',
      ),
    );
  }
  return findings.length > 0 ? findings : ok('the database has every migration');
}
