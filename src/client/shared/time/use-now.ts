import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The present, epoch seconds, to the minute: the server's during hydration, then the browser's, also
 * when the page becomes visible again.
 */
export function useNow(): number {
  const { nowSeconds } = useRouteContext({ from: '__root__' })
  const [now, setNow] = useState(nowSeconds)
  useEffect(() => {
    const catchUp = () => {
      const real = Math.floor(Date.now() / 1000)
      setNow((shown) => (Math.abs(real - shown) < 60 ? shown : real))
    }
    catchUp()
    document.addEventListener('visibilitychange', catchUp)
    const timer = setInterval(catchUp, 60_000)
    return () => {
      document.removeEventListener('visibilitychange', catchUp)
      clearInterval(timer)
    }
  }, [])
  return now
}
