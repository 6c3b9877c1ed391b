/** The SBOM contains Node.js, and nothing about when and where npm ran. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../shared/paths.ts';
import { t } from '../runner/tap.ts';

const { reproducible } = await import(pathToFileURL(path.join(projectRoot, '.packaging/sbom.js')).href);

const said = (serialNumber: string, timestamp: string, name: string, refs: string[]) => ({
  serialNumber,
  metadata: { timestamp, component: { 'bom-ref': 'waypost@1.2.3', name, purl: 'pkg:npm/waypost@1.2.3' } },
  components: refs.map((ref) => ({ 'bom-ref': ref })),
});

t.test("the SBOM does not depend on the order of npm's output", (t) => {
  const one = reproducible(said('urn:uuid:1', '2026-01-01T00:00:00Z', 'work', ['b@1', 'a@1']), 'x64', 1_700_000_000);
  const other = reproducible(said('urn:uuid:2', '2026-02-02T00:00:00Z', 'copy', ['a@1', 'b@1']), 'x64', 1_700_000_000);
  t.equal(JSON.stringify(one), JSON.stringify(other));
  t.match(one.metadata, { timestamp: '2023-11-14T22:13:20.000Z', component: { name: 'waypost', type: 'application' } });
  t.same(
    one.components.map((component: { 'bom-ref': string }) => component['bom-ref']),
    ['a@1', 'b@1', 'node@20.20.2'],
  );
  t.end();
});
