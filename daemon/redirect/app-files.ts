/**
 * The files that tell iOS and Android which apps can open a domain's links: Apple's apple-app-site-association
 * (developer.apple.com/documentation/xcode/supporting-associated-domains) and Google's assetlinks.json
 * (developers.google.com/digital-asset-links/v1/statements). Both must be JSON, over HTTPS, without a redirect. Pure.
 */
import type { DomainApps } from '../core/tables.ts';

const appleFile = ({ ios }: DomainApps) =>
  ios.length === 0 ? undefined : { applinks: { details: [{ appIDs: ios, components: [{ '/': '*' }] }] } };

const androidFile = ({ android }: DomainApps) =>
  android.length === 0
    ? undefined
    : android.map((app) => ({
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: app.package,
          sha256_cert_fingerprints: app.fingerprints,
        },
      }));

/** The files, keyed by path. Older devices request Apple's file at the root. */
const files: Record<string, (apps: DomainApps) => object | undefined> = {
  '/.well-known/apple-app-site-association': appleFile,
  '/apple-app-site-association': appleFile,
  '/.well-known/assetlinks.json': androidFile,
};

/** Returns the text of the file at a path, or undefined. */
export function appFile(path: string, apps: DomainApps | undefined): string | undefined {
  const file = apps && Object.hasOwn(files, path) ? files[path]?.(apps) : undefined;
  return file && JSON.stringify(file);
}

/** Returns whether only programs request a path. They do not follow redirects. */
export const isForMachines = (path: string) => path.startsWith('/.well-known/') || Object.hasOwn(files, path);
