import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { pageValue } from '@/client/shared/loading/page-value'

const clockOffset = pageValue<number | undefined>(undefined)

/** Sets how far the server's clock is ahead of this device's, in milliseconds; negative where it is behind, undefined where no sync has told it. */
export const setClockOffset = clockOffset.set

/** The server's time in epoch seconds; undefined where it is not known: then the server decides what has passed. */
export function serverSeconds(): number | undefined {
  const offsetMs = clockOffset.get()
  return offsetMs === undefined ? undefined : Math.floor((Date.now() + offsetMs) / 1000)
}

/** Epoch seconds, to the minute: the server's during hydration, then the device's with what is known of its error. */
export function useNow(): number {
  const { nowSeconds } = useRouteContext({ from: '__root__' })
  const [now, setNow] = useState(nowSeconds)
  useEffect(() => {
    const catchUp = () => {
      const real = Math.floor((Date.now() + (clockOffset.get() ?? 0)) / 1000)
      setNow((shown) => (Math.abs(real - shown) < 60 ? shown : real))
    }
    catchUp()
    document.addEventListener('visibilitychange', catchUp)
    const timer = setInterval(catchUp, 60_000)
    const unsubscribe = clockOffset.subscribe(catchUp)
    return () => {
      document.removeEventListener('visibilitychange', catchUp)
      clearInterval(timer)
      unsubscribe()
    }
  }, [])
  return now
}

/** Epoch ms of this device's clock, a minute at a time: for what this device has noted the time of. */
export function useDeviceNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Resolves after the time; rejects when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
