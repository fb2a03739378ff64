import { useEffect, useState } from 'react'

/**
 * The present of this device's clock, epoch ms, a minute at a time: for what this device has noted the time of. It is not beside `useNow`,
 * which is in every page's first load.
 */
export function useDeviceNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
