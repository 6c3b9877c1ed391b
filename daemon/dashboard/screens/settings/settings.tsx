/** Settings: the one heading of all of them, and the tabs between them. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { pathTo, type RouteName } from '../../routes.ts';
import { text } from '../../text/text.ts';

const tabs = ['workspace', 'apiKeys', 'webhooks', 'billing', 'auditLog', 'account'] as const satisfies RouteName[];

/** Leads to the first of them. */
export function Settings() {
  const { route } = useLocation();
  useEffect(() => route(pathTo('workspace'), true), [route]);
  return null;
}

type SettingsScreenProps = { name: (typeof tabs)[number]; actions?: ComponentChildren; children: ComponentChildren };

/** One of the screens of settings: its tab's words are its heading. */
export function SettingsScreen({ name, actions, children }: SettingsScreenProps) {
  return (
    <Screen
      title={text.settings[name]}
      actions={actions}
      above={
        <nav class="tabs" aria-label={text.settings.label}>
          {tabs.map((tab) => (
            <a key={tab} href={pathTo(tab)} aria-current={tab === name ? 'page' : undefined}>
              {text.settings[tab]}
            </a>
          ))}
        </nav>
      }
    >
      {children}
    </Screen>
  );
}
