// @ts-check
/** The Debian package of a release: its files, and the scripts that dpkg runs. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { listFiles, makeAlike } from './files.js';

const run = promisify(execFile);
const parts = path.join(import.meta.dirname, 'debian');
const scripts = ['preinst', 'postinst', 'prerm', 'postrm'];
const maintainer = 'The Waypost authors <maintainers@waypost.invalid>';
/** @type {Record<string, string>} */
const architectures = { x64: 'amd64', arm64: 'arm64' };

/** @param {string} version @param {string} arch */
export const debName = (version, arch) => `waypost_${version}_${architectures[arch]}.deb`;

/** @param {{ version: string, arch: string, kilobytes: number }} release */
export const controlOf = ({ version, arch, kilobytes }) => `Package: waypost
Version: ${version}
Architecture: ${architectures[arch]}
Maintainer: ${maintainer}
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6 (>= 8), passwd
Recommends: mariadb-server | default-mysql-server | mysql-server, redis-server | valkey-server, caddy
Section: web
Priority: optional
Description: short links and contact automation that a company runs itself
 Redirects answered from memory, custom domains with HTTPS, QR codes,
 analytics, webhooks and workspaces; contacts with tags, lists, segments and
 rules. It stores everything in MySQL or MariaDB and Redis, which can be on
 other servers.
 .
 Run "waypost setup" after the installation.
`;

/** @param {string} version @param {number} epoch */
const changelogOf = (version, epoch) => `waypost (${version}) stable; urgency=medium

  * See /usr/lib/waypost/CHANGELOG.md for the changes.

 -- ${maintainer}  ${new Date(epoch * 1_000).toUTCString().replace('GMT', '+0000')}
`;

/** Builds the command, which runs the current release, or this release before setup. @param {string} version */
const commandOf = (version) => `#!/bin/sh
release=/opt/waypost/current
[ -e "$release" ] || release=/opt/waypost/releases/${version}
exec "$release/waypost" "$@"
`;

/**
 * Builds the package. The folder is moved into it.
 * @param {{ folder: string, work: string, deb: string, version: string, arch: string, epoch: number }} release
 */
export async function packDeb({ folder, work, deb, version, arch, epoch }) {
  const top = path.join(work, 'deb');
  await rm(top, { recursive: true, force: true });
  const put = async (/** @type {string} */ name, /** @type {string | Buffer} */ content) => {
    await mkdir(path.join(top, path.dirname(name)), { recursive: true });
    await writeFile(path.join(top, name), content);
  };
  const read = async (/** @type {string} */ name) =>
    (await readFile(path.join(parts, name), 'utf8')).replaceAll('@VERSION@', version);
  await put('usr/bin/waypost', commandOf(version));
  await put('usr/share/doc/waypost/copyright', await read('copyright'));
  await put('usr/share/doc/waypost/changelog.gz', await promisify(gzip)(changelogOf(version, epoch), { level: 9 }));
  await put('usr/share/lintian/overrides/waypost', await read('lintian-overrides'));
  await mkdir(path.join(top, 'usr/lib'));
  await rename(folder, path.join(top, 'usr/lib/waypost'));
  await chmod(path.join(top, 'usr/bin/waypost'), 0o755);
  const files = await listFiles(top);
  let [sums, kilobytes] = ['', 0];
  for (const file of files) {
    sums += `${createHash('md5')
      .update(await readFile(path.join(top, file)))
      .digest('hex')}  ${file}\n`;
    kilobytes += Math.ceil((await stat(path.join(top, file))).size / 1_024);
  }
  await put('DEBIAN/md5sums', sums);
  await put('DEBIAN/control', controlOf({ version, arch, kilobytes }));
  for (const script of scripts) {
    await put(`DEBIAN/${script}`, await read(script));
    await chmod(path.join(top, 'DEBIAN', script), 0o755);
  }
  await makeAlike(top, epoch);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) };
  const made = `${deb}.new`;
  // With several threads, the package's bytes would depend on the number of threads.
  await run('dpkg-deb', ['--root-owner-group', '-Zxz', '--threads-max=1', '--build', top, made], { env });
  await rename(made, deb);
}
