/** The days of a calendar in UTC; a village day has an hour less or more twice a year. */
export const SECONDS_PER_DAY = 86_400
