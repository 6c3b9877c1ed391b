// @ts-check
/** The bill of materials of a release: what npm says of the packages, without when and where it was asked, and Node.js. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nodeHashes, nodeVersion } from './node-binary.js';

/**
 * CycloneDX, as JSON.
 * @param {{ folder: string, arch: string, epoch: number }} release `folder` holds package.json, its lock and the packages
 */
export async function billOfMaterials({ folder, arch, epoch }) {
  const command = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  const { stdout } = await promisify(execFile)('npm', command, { cwd: folder, maxBuffer: 16 << 20 });
  return `${JSON.stringify(reproducible(JSON.parse(stdout), arch, epoch), null, 2)}\n`;
}

/** @param {any} said @param {string} arch @param {number} epoch */
export function reproducible({ serialNumber, ...said }, arch, epoch) {
  const { component } = said.metadata;
  const node = {
    'bom-ref': `node@${nodeVersion}`,
    type: 'platform',
    name: 'node',
    version: nodeVersion,
    purl: `pkg:generic/node@${nodeVersion}?arch=${arch}&os=linux`,
    hashes: [{ alg: 'SHA-256', content: nodeHashes[arch] }],
    licenses: [{ license: { id: 'MIT' } }],
  };
  return {
    ...said,
    metadata: {
      ...said.metadata,
      timestamp: new Date(epoch * 1_000).toISOString(),
      // npm names it after the folder.
      component: { ...component, type: 'application', name: component.purl.replace(/^pkg:npm\/(.*)@.*$/, '$1') },
    },
    components: [...said.components, node].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  };
}
