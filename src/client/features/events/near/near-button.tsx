import { useState } from 'react'
import { CurrentPositionIcon } from '@/client/design-system/icons/icons'
import { Spinner } from '@/client/design-system/spinner'
import { fromTablets } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { chip } from 'styled-system/recipes'
import type { Nearness } from './nearness'

interface NearButtonProps {
  near: Nearness | undefined
  /** A phone shows the icon alone. */
  isShort: boolean
  onChange: (near: Nearness | undefined) => void
}

/** Sorts each day by the distance from here, and back by time. The browser asks for the position at the tap, not before. */
export function NearButton({ near, isShort, onChange }: NearButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const isSorted = near?.position !== undefined
  const press = async () => {
    if (isBusy) return
    if (isSorted) return onChange(undefined)
    setBusy(true)
    onChange(await findNearness())
    setBusy(false)
  }
  return (
    <button
      type="button"
      className={cx(chip(), needsScript)}
      aria-pressed={isSorted}
      aria-busy={isBusy || undefined}
      onClick={() => void press()}
    >
      {isBusy ? <Spinner /> : <CurrentPositionIcon size={20} />}
      <span className={isShort ? fromTablets : undefined}>{m.near_sort()}</span>
    </button>
  )
}

async function findNearness(): Promise<Nearness> {
  try {
    return await (await import('./nearness')).findNearness()
  } catch {
    // The part that sorts could not be loaded.
    return { note: m.near_failed() }
  }
}

const needsScript = css({ '@media (scripting: none)': { display: 'none' } })
