/**
 * Effects that move the focus. `useEffect` runs after the browser has painted, which can be after the user's next key:
 * the key then goes to the wrong control. `useLayoutEffect` runs before.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../shared/paths.ts';
import { t } from '../../runner/tap.ts';

t.test('no effect moves the focus after a key can have arrived', async (t) => {
  const files = ['shared/ui', 'daemon/dashboard', 'automations-api/admin'].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') || name.endsWith('.ts'))
      .map((name) => path.join(folder, name)),
  );
  let effects = 0;
  for (const file of files) {
    const [, ...parts] = readFileSync(path.join(projectRoot, file), 'utf8').split(/\buseEffect\(/);
    effects += parts.length;
    const late = parts.map((part) => part.split(', [')[0] as string).filter((effect) => effect.includes('.focus('));
    t.same(late, [], file);
  }
  t.ok(effects > 30, `${effects} effects`);
});
