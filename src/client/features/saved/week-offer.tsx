import { Link } from '@tanstack/react-router'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { button, card } from 'styled-system/recipes'

/** The week by mail, offered to somebody who has saved something; never before, and in no dialog. */
export function WeekOffer() {
  return (
    <section className={card({ pad: true })} aria-labelledby="week-offer">
      <div className={body}>
        <h2 id="week-offer" className={heading}>
          {m.week_mail_offer()}
        </h2>
        <p>{m.week_mail_offer_text()}</p>
        <Link to="/week-mail" search={{}} className={button({ variant: 'secondary', size: 'sm' })}>
          {m.week_mail_submit()}
        </Link>
      </div>
    </section>
  )
}

const body = css({ display: 'grid', gap: '3', justifyItems: 'start', overflowWrap: 'anywhere' })
const heading = css({ textStyle: 'subheading' })
