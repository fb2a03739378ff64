import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'

/** 'About' the village (rules 1, 2.3). */
export function AboutVillage() {
  const topics = [
    { title: m.home_about_surf(), text: m.home_about_surf_text() },
    { title: m.home_about_music(), text: m.home_about_music_text() },
    { title: m.home_about_markets(), text: m.home_about_markets_text() },
  ]
  return (
    <section className={sand}>
      <div className={cx(page({ width: 'wide' }), columns)}>
        <div className={lead}>
          <h2 className={heading}>{m.home_about({ village: SITE.village })}</h2>
          <p className={leadText}>{m.home_about_lead()}</p>
        </div>
        <ul className={list}>
          {topics.map(({ title, text }) => (
            <li key={title} className={topic}>
              <h3 className={topicTitle}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const sand = css({ bg: 'bg.sand', paddingBlock: 'section' })

const columns = css({
  display: 'grid',
  gap: '10',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[minmax(0, 2fr) minmax(0, 3fr)]' },
})

const lead = css({ display: 'grid', gap: '4', alignContent: 'start' })
const heading = css({ textStyle: 'title' })
const leadText = css({ textStyle: 'lead' })
const list = css({ display: 'grid', gap: '6' })
const topic = css({ display: 'grid', gap: '1', borderLeft: '[3px solid {colors.accent}]', paddingLeft: '5' })
const topicTitle = css({ textStyle: 'subheading' })
