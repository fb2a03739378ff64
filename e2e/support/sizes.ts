/** The journeys run on these sizes: a common phone and a laptop. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const
