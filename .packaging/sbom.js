// @ts-check
/** A release's bill of materials: npm's list of packages, without the time and place of its creation, and Node.js. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nodeHashes, nodeVersion } from './node-binary.js';

/**
 * Returns the bill of materials in CycloneDX, as JSON.
 * @param {{ folder: string, arch: string, epoch: number }} release `folder` contains package.json, its lock and the packages
 */
export async function billOfMaterials({ folder, arch, epoch }) {
  const command = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  const { stdout } = await promisify(execFile)('npm', command, { cwd: folder, maxBuffer: 16 << 20 });
  return `${JSON.stringify(reproducible(JSON.parse(stdout), arch, epoch), null, 2)}\n`;
}

/** Replaces values that differ between runs. @param {any} bill @param {string} arch @param {number} epoch */
export function reproducible({ serialNumber, ...bill }, arch, epoch) {
  const { component } = bill.metadata;
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
    ...bill,
    metadata: {
      ...bill.metadata,
      timestamp: new Date(epoch * 1_000).toISOString(),
      // npm names the component after the folder.
      component: { ...component, type: 'application', name: component.purl.replace(/^pkg:npm\/(.*)@.*$/, '$1') },
    },
    components: [...bill.components, node].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  };
}
