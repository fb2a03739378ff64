import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { Button } from '@/client/design-system/button'
import { DownloadIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { isMetered } from '@/offline/platform/metered'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

interface ImageChoiceProps {
  isAll: boolean
  isBusy: boolean
  onDownload: () => void
  /** The choice could not be stored. */
  onFail: () => void
}

/** The choice of images to fetch ahead; on a connection that may cost the person, they come only by the button. */
export function ImageChoice({ isAll, isBusy, onDownload, onFail }: ImageChoiceProps) {
  const choose = async (allImages: boolean) => {
    const isStored = await (await loadOfflineClient()).replica.choose({ allImages })
    if (!isStored) onFail()
    else if (allImages && !isMetered()) onDownload()
  }
  return (
    <section className={card({ pad: true })} aria-labelledby="device-images">
      <div className={body}>
        <h2 id="device-images" className={heading}>
          {m.device_images()}
        </h2>
        <p aria-live="polite">{isAll ? m.device_images_all() : m.device_images_next()}</p>
        {isMetered() ? <p>{m.device_images_metered()}</p> : null}
        <div className={cluster({ gap: '2' })}>
          {/* One button does both: the focus stays on it. */}
          <Button variant="secondary" disabled={isBusy} onClick={() => void choose(!isAll)}>
            {isAll ? m.device_images_keep_next() : m.device_images_keep_all()}
          </Button>
          {isMetered() ? (
            <Button variant="secondary" busy={isBusy} onClick={onDownload}>
              <DownloadIcon size={20} />
              {m.device_images_download()}
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  )
}

// A grid's column would be as wide as the longest word of a button in large text.
const body = css({ display: 'flex', flexDirection: 'column', gap: '4', minWidth: '0' })
const heading = css({ textStyle: 'subheading' })
