import { startCollector, type Collector } from './analytics-collector'
import { startProduct, type ProductServer } from './test-server'

export const MAPS_KEY = 'key-of-the-tests'
export const MEASUREMENT_ID = 'G-TEST123'

export interface ConfiguredServer extends ProductServer {
  collector: Collector
}

/** The product with a maps key and analytics, and what collects these. */
export async function startConfiguredServer(port: number): Promise<ConfiguredServer> {
  const collector = await startCollector()
  const product = await startProduct(port, {
    VITE_GOOGLE_MAPS_KEY: MAPS_KEY,
    VITE_ANALYTICS_ID: MEASUREMENT_ID,
    VITE_ANALYTICS_ORIGIN: collector.origin,
  })
  return {
    ...product,
    collector,
    async stop() {
      await product.stop()
      await collector.stop()
    },
  }
}
