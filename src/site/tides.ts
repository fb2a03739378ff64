/**
 * The tide of the station that `site.ts` names, beside it and not in it: only what predicts a tide loads it. Another village replaces
 * this record by that of its own station (the Neaps tide database has 8,000).
 *
 * Cascais, Portugal (38.692, -9.417), gauge of 2008 to 2025. Source: Hart-Davis, M., Dettmering, D., Seitz, F. (2025), TICON-4: TIdal
 * CONstants based on GESLA-4 sea-level records, SEANOE, https://doi.org/10.17882/109129, by way of the Neaps tide database
 * (https://github.com/openwatersio/tide-database). CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). Changed: amplitudes are
 * rounded to a hundredth of a millimetre, phases to a hundredth of a degree.
 */

export const TIDE_SOURCE = {
  name: 'TICON-4',
  address: 'https://doi.org/10.17882/109129',
  licence: 'CC BY 4.0',
  licenceAddress: 'https://creativecommons.org/licenses/by/4.0/',
} as const

/** Metres of the mean sea level, which constituents count from, above the lowest astronomical tide, which tables count from. */
export const MEAN_SEA_LEVEL = 1.796

/** Harmonic constituents: name, amplitude in metres, phase lag on Greenwich in degrees. */
export const TIDE_CONSTITUENTS: readonly (readonly [name: string, amplitude: number, phase: number])[] = [
  ['M2', 0.9652, 65.4],
  ['N2', 0.20844, 48.07],
  ['S2', 0.34447, 91.98],
  ['K2', 0.09703, 88.9],
  ['2N2', 0.02986, 30.07],
  ['S1', 0.00389, 356.08],
  ['K1', 0.06852, 54.88],
  ['P1', 0.02112, 44.54],
  ['O1', 0.05902, 314.73],
  ['Q1', 0.01802, 260.92],
  ['M1', 0.00348, 292.0],
  ['M4', 0.01094, 181.7],
  ['MM', 0.0031, 288.17],
  ['MF', 0.00439, 126.68],
  ['SA', 0.02944, 201.61],
  ['SSA', 0.03169, 75.96],
  ['T2', 0.018, 90.09],
  ['J1', 0.00217, 80.67],
  ['L2', 0.0205, 77.87],
  ['R2', 0.00329, 93.05],
  ['2Q1', 0.0036, 221.24],
  ['MSF', 0.00198, 102.63],
  ['MSQM', 0.00095, 277.72],
  ['EP2', 0.00936, 358.3],
  ['M3', 0.00399, 269.12],
  ['MU2', 0.03993, 24.18],
  ['MTM', 0.00042, 253.83],
  ['NU2', 0.03726, 51.21],
  ['LAMBDA2', 0.00405, 68.58],
  ['MN4', 0.00432, 134.16],
  ['MS4', 0.00629, 274.04],
  ['MKS2', 0.00291, 55.76],
  ['N4', 0.00107, 64.06],
  ['M6', 0.0031, 173.22],
  ['M8', 0.0009, 88.6],
  ['S4', 0.00093, 0.41],
  ['OO1', 0.00069, 202.5],
  ['S3', 0.00065, 50.33],
  ['MA2', 0.00738, 298.38],
  ['MB2', 0.00444, 122.67],
  ['T3', 0.00158, 69.45],
  ['R3', 0.00188, 253.12],
  ['RHO1', 0.00293, 266.34],
  ['SGM', 0.00393, 45.6],
  ['3L2', 0.00251, 246.39],
  ['3N2', 0.00286, 13.04],
  ['2SM2', 0.00104, 221.67],
  ['2MS6', 0.00393, 214.32],
  ['2MK5', 0.00026, 131.43],
  ['2MO5', 3e-5, 232.17],
]
