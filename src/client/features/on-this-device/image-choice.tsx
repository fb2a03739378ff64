import { loadOfflineClient } from '@/client/shell/offline-client'
import { Button } from '@/client/ui/button'
import { Checkbox } from '@/client/ui/checkbox'
import { DownloadIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { isMetered } from '@/offline/metered'
import { MAX_WANTED_IMAGES } from '@/offline/replica/replica-sync'
import { css } from 'styled-system/css'
import { card } from 'styled-system/recipes'

interface ImageChoiceProps {
  isAll: boolean
  isBusy: boolean
  onDownload: () => void
}

/** Which images come ahead of need; on a connection that may cost the person, none but by the button. */
export function ImageChoice({ isAll, isBusy, onDownload }: ImageChoiceProps) {
  const choose = async (allImages: boolean) => {
    await (await loadOfflineClient()).replica.choose({ allImages })
    if (allImages && !isMetered()) onDownload()
  }
  return (
    <section className={card({ pad: true })} aria-labelledby="device-images">
      <div className={body}>
        <h2 id="device-images" className={heading}>
          {m.device_images()}
        </h2>
        <div>
          <Checkbox
            label={m.device_images_all()}
            checked={isAll}
            onChange={(checked) => void choose(checked)}
          />
          <p className={note}>{m.device_images_all_hint({ n: MAX_WANTED_IMAGES })}</p>
        </div>
        {isMetered() ? (
          <>
            <p>{m.device_images_metered()}</p>
            <Button variant="secondary" busy={isBusy} onClick={onDownload}>
              <DownloadIcon size={20} />
              {m.device_images_download()}
            </Button>
          </>
        ) : null}
      </div>
    </section>
  )
}

const body = css({ display: 'grid', gap: '4', justifyItems: 'start' })
const heading = css({ textStyle: 'subheading' })
const note = css({ textStyle: 'small', color: 'fg.muted' })
