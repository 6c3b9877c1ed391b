/** The services with migrations. A separate file, so that a command line can name them without loading anything. */
export const serviceNames = ['links', 'automations'] as const;
export type ServiceName = (typeof serviceNames)[number];
