/** The words of controls that steps, triggers and forms of plugins are made of. */
export const members = {
  unit: 'Unit',
  units: { second: 'Seconds', minute: 'Minutes', hour: 'Hours', day: 'Days', week: 'Weeks' },
};
