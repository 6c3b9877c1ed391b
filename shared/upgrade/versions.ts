/** Release versions, and the changelog's instructions for an upgrade between two. Pure. */

/** The form `major.minor.patch`, which follows the `v` in a release's tag. */
export const versionForm = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

/** Compares two versions. Returns a number below, equal to or above zero. */
export function compareVersions(one: string, other: string): number {
  const [parts, others] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]];
  for (const [index, part] of parts.entries()) {
    const difference = part - (others[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Lists the changelog's "Before you upgrade" sections for the versions after `from`, up to `to`. */
export function beforeUpgrade(changelog: string, from: string, to: string): { version: string; text: string }[] {
  return changelog.split(/^## /m).flatMap((section) => {
    const version = section.slice(0, section.indexOf('\n')).split(/[ \t]/)[0] ?? '';
    if (!versionForm.test(version) || compareVersions(version, from) <= 0 || compareVersions(version, to) > 0)
      return [];
    const [, text = ''] = /^### Before you upgrade\n([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(section) ?? [];
    return text.trim() === '' ? [] : [{ version, text: text.trim() }];
  });
}
