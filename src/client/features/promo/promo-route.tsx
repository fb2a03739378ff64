import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { siteHead, usePosterAddress } from '@/client/shared/layout/page-head'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { Button } from '@/client/design-system/button'
import { ShareButton } from '@/client/shared/share/share'
import { qrDataUrl } from '@/client/shared/programme/qr-code'
import { css } from 'styled-system/css'
import { cluster, column, pageColumn } from 'styled-system/patterns'

/** A page to print or to share (rules 2.1): what the app is, a QR code, how to install it. */
function PromoPage() {
  const { address, printed } = usePosterAddress()
  const code = useMemo(() => qrDataUrl(address), [address])
  return (
    // On paper it can be read from across a room.
    <div className={pageColumn({ gap: '8', overflowWrap: 'anywhere', _print: { zoom: '[1.2]' } })}>
      <div className={poster}>
        <div className={column({ gap: '4' })}>
          <h1 className={title}>{m.download_promo_title({ village: SITE.village })}</h1>
          <p className={lead}>{m.download_promo_lead({ village: SITE.village })}</p>
        </div>
        <figure className={figure}>
          <img
            src={code}
            alt={m.download_promo_qr_label({ address })}
            width={240}
            height={240}
            className={qr}
          />
          <figcaption>
            {m.download_promo_scan()}
            <br />
            <strong>{printed}</strong>
          </figcaption>
        </figure>
      </div>
      <div className={cluster({ gap: '3' })}>
        <ShareButton variant="primary" label={m.event_share()} content={{ title: SITE.name, url: address }} />
        <Button variant="secondary" onClick={() => window.print()}>
          {m.download_promo_print()}
        </Button>
        <ButtonLink to="/week" variant="ghost">
          {m.week_print()}
        </ButtonLink>
      </div>
    </div>
  )
}

const poster = css({
  display: 'grid',
  gap: '8',
  alignItems: 'center',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', md: '[minmax(0, 1fr) auto]' },
  padding: { base: '6', md: '12' },
  borderRadius: 'xl',
  bg: 'bg.sea',
  color: 'fg.onSea',
})
const title = css({ textStyle: 'display' })
const lead = css({ textStyle: 'lead', color: 'fg.onSeaMuted' })
const figure = css({ display: 'grid', gap: '3', justifyItems: 'center', textAlign: 'center' })
const qr = css({ width: '[min(100%, 15rem)]', height: '[auto]', borderRadius: 'md' })
export const Route = createFileRoute('/promo')({
  head: siteHead(m.download_promo_page_title, import.meta.env.SSR && m.download_promo_page_description),
  component: PromoPage,
})
