/** The services with migrations. In a separate file, so that commands can list them without loading more. */
export const serviceNames = ['links', 'automations'] as const;
export type ServiceName = (typeof serviceNames)[number];
