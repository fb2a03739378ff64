import { IconButton } from '@/client/design-system/icon-button'
import { createIcon } from '@/client/design-system/icons/icon-frame'
import { ChevronLeftIcon, ChevronRightIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import type { Carousel } from './use-carousel'

const PauseIcon = /* @__PURE__ */ createIcon('M9 5.5v13M15 5.5v13')
const PlayIcon = /* @__PURE__ */ createIcon('M8 5.5l10.5 6.5L8 18.5z')

/** One dot for each event, and below them pause and arrows: alike at every width. */
export function CarouselControls({ carousel, count }: { carousel: Carousel; count: number }) {
  const { api, ids, page, isPlaying, setPlaying, go } = carousel
  return (
    <div className={controls}>
      <IconButton
        label={isPlaying ? m.home_pause() : m.home_play()}
        icon={isPlaying ? <PauseIcon size={20} /> : <PlayIcon size={20} />}
        className={onSea}
        onClick={() => setPlaying(!isPlaying)}
      />
      <div {...api?.getIndicatorGroupProps()} className={dots}>
        {Array.from({ length: count }, (_, slide) => (
          <button
            key={slide}
            {...api?.getIndicatorProps({ index: slide })}
            id={ids.indicator(slide)}
            type="button"
            aria-label={m.home_show_slide({ n: slide + 1 })}
            aria-current={slide === page}
            className={dot}
            onClick={() => go(slide)}
          />
        ))}
      </div>
      <div className={arrows}>
        <IconButton
          label={m.home_previous()}
          icon={<ChevronLeftIcon />}
          className={onSea}
          onClick={() => go(page - 1)}
        />
        <IconButton
          label={m.home_next()}
          icon={<ChevronRightIcon />}
          className={onSea}
          onClick={() => go(page + 1)}
        />
      </div>
    </div>
  )
}

const controls = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
})
const onSea = css({ _hover: { color: 'fg.default' } })
const arrows = css({ display: 'flex' })
const dots = css({
  order: '[-1]',
  flexBasis: '[100%]',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
})

const dot = css({
  display: 'grid',
  placeItems: 'center',
  width: 'targetSm',
  height: 'targetSm',
  borderRadius: 'full',
  _before: {
    content: '""',
    width: '2',
    height: '2',
    borderRadius: 'full',
    bg: 'fg.onSeaMuted',
    opacity: '0.6',
  },
  '&[aria-current=true]::before': { width: '5', bg: 'accent.onSea', opacity: '1' },
})
