/** The check for files that other users of the machine can read. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Finding, failed, ok, type Subject, warning } from '../core/finding.ts';

type Rule = { file: string; mode: string; allowed: number; isSecret: boolean };

/** Creates the check. `settings` is the settings file, which the services' group can read. */
export const checkModes =
  (settings: string) =>
  async ({ config }: Subject): Promise<Finding | Finding[]> => {
    const rules: Rule[] = [
      { file: config.localDir, mode: '700', allowed: 0o700, isSecret: false },
      { file: path.join(config.localDir, 'certificates.key'), mode: '600', allowed: 0o600, isSecret: true },
      { file: settings, mode: '640', allowed: 0o640, isSecret: true },
    ];
    const findings = (await Promise.all(rules.map(modeOf))).flat();
    return findings.length > 0 ? findings : ok('no other user can read LOCAL_DIR and the settings');
  };

async function modeOf({ file, mode, allowed, isSecret }: Rule): Promise<Finding[]> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return [];
  const others = found.mode & 0o077 & ~allowed;
  if (others === 0) return [];
  const words = `${file} has the mode ${(found.mode & 0o777).toString(8)}: other users of this machine can read it`;
  return [(isSecret && (others & 0o004) !== 0 ? failed : warning)(words, `\`chmod ${mode} ${file}\``)];
}
