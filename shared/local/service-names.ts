/** The services that have migrations. Apart from what applies them, so that a command line can name them at no cost. */
export const serviceNames = ['links', 'automations'] as const;
export type ServiceName = (typeof serviceNames)[number];
