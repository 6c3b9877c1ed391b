/** Checks for pending migrations of both services. */
import type { Config } from '../../config/config.ts';
import { inspectServices } from '../../local/migrate-services.ts';
import { counted } from '../../plural.ts';
import { type Finding, failed, ok, warning } from '../core/finding.ts';

export async function checkMigrations(config: Config, mysqlUrl: string): Promise<Finding | Finding[]> {
  const { links, automations, failed: broken } = await inspectServices(config, mysqlUrl);
  const waiting = [...links, ...automations];
  const findings = broken.map(({ plugin, reason }) =>
    warning(`the plugin ${plugin} is not loaded: ${reason}`, 'repair or remove the plugin'),
  );
  if (waiting.length > 0) {
    findings.push(
      failed(
        `the database lacks ${counted(waiting.length, 'migration')}: ${waiting.slice(0, 3).join(', ')}`,
        '`waypost migrate`',
      ),
    );
  }
  return findings.length > 0 ? findings : ok('all migrations are applied');
}
