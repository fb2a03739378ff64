import { Link } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Spinner } from '@/client/design-system/spinner'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'
import { ImageChoice } from './image-choice'
import { ProgrammeCard } from './programme-card'
import { SavedCard } from './saved-card'
import { useProgrammeActions } from './use-programme-actions'
import { useBrowserStorage, useStoredProgramme } from './use-stored-programme'

/** The whole programme in the pocket: what of it is on this device, and what to do about it. */
export function OnThisDevicePage() {
  const stored = useStoredProgramme()
  const { state, changes, refresh, fail, remove } = useProgrammeActions()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = useCallback(() => heading.current?.focus(), [])
  const isReadable = typeof stored !== 'string'
  const files = useBrowserStorage(isReadable ? [stored.syncedAt, changes] : [])
  return (
    <div className={page({ width: 'text' })}>
      <div className={frame}>
        <header className={head}>
          <h1 ref={heading} tabIndex={-1} className={title}>
            {m.device_title()}
          </h1>
          {stored === 'unreadable' ? null : <p className={intro}>{m.device_intro()}</p>}
        </header>
        {stored === 'loading' ? <Spinner label={m.device_loading()} /> : null}
        {stored === 'unreadable' ? <Banner tone="danger">{m.device_unreadable()}</Banner> : null}
        {isReadable ? (
          <>
            <ProgrammeCard
              {...{ stored, files, state }}
              onRefresh={(images) => void refresh(images)}
              onRemove={remove}
            />
            {/* Nothing is fetched ahead of what the person has removed. */}
            {stored.choice.isRemoved ? null : (
              <ImageChoice
                isAll={stored.choice.allImages}
                isBusy={state.step === 'refreshing'}
                onDownload={() => void refresh(true)}
                onFail={fail}
              />
            )}
          </>
        ) : null}
        {isReadable ? <SavedCard onRemoved={focusHeading} /> : null}
        {stored === 'unreadable' ? null : (
          <p>
            {m.device_written()}{' '}
            <Link to="/outbox" className={textLink()}>
              {m.device_outbox()}
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}

const frame = css({ display: 'grid', gap: '6', paddingBlock: { base: '6', md: '10' } })
const head = css({ display: 'grid', gap: '2' })
const title = css({ textStyle: 'title' })
const intro = css({ color: 'fg.muted' })
