/** Field limits: forms in the browser use the servers' limits instead of defining their own. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LinkInput } from '../../daemon/links/core/schema.ts';
import { QrQuery } from '../../daemon/qr/schema.ts';
import { links, qr } from '../../shared/limits-of-fields.ts';
import { projectRoot } from '../../shared/paths.ts';
import { t } from '../runner/tap.ts';

const browserFolders = ['daemon/dashboard', 'automations-api/admin', 'shared/ui'];

t.test('no form defines its own limit', async (t) => {
  const own = /\b(?:maxLength|minLength|max|min)(?:=\{|: )[\d_]{2,}|\.length > [\d_]{2,}/g;
  for (const folder of browserFolders) {
    for (const name of readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name)) continue;
      const found = readFileSync(path.join(projectRoot, folder, name), 'utf8').match(own) ?? [];
      t.same(found, [], `${folder}/${name}`);
    }
  }
});

t.test('forms and servers have the same limits', async (t) => {
  const properties = QrQuery.properties as unknown as Record<string, { minimum: number; maximum: number }>;
  t.match(properties.size, { minimum: qr.size.least, maximum: qr.size.most });
  t.match(properties.margin, { minimum: qr.margin.least, maximum: qr.margin.most });
  const { tags } = LinkInput.properties as unknown as { tags: { maxItems: number; items: { maxLength: number } } };
  t.match(tags, { maxItems: links.tags, items: { maxLength: links.tag } });
});
