import { late } from '@/client/shell/late'

/** Every page that shows the programme carries this; the device's storage is asked after the first paint. */
export const ProgrammeUpkeep = late(async () => (await import('./upkeep')).Upkeep)
