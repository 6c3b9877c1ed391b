/** English strings for the controls of steps, triggers and plugins' forms. */
export const members = {
  unit: 'Unit',
  units: { second: 'Seconds', minute: 'Minutes', hour: 'Hours', day: 'Days', week: 'Weeks' },
};
