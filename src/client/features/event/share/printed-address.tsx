import { useEffect, useState } from 'react'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { sharedUrl } from '@/client/shared/share/share'

/**
 * Only paper shows this: whose page it is, its address, and a QR code of that; `date` is the village day that was chosen. It is made before
 * anybody prints, since a browser does not wait for what `beforeprint` begins.
 */
export function PrintedAddress({ date }: { date: string | undefined }) {
  const [address, setAddress] = useState<{ url: string; qr: string }>()
  useEffect(() => {
    const url = sharedUrl(date)
    import('@/client/shared/programme/qr-code')
      .then(({ qrDataUrl }) => setAddress({ url, qr: qrDataUrl(url) }))
      // The page prints without its address when the chunk cannot be loaded.
      .catch(() => undefined)
  }, [date])
  if (address === undefined) return null
  return (
    <div className={box} data-part="printed-address">
      <img src={address.qr} alt="" width={96} height={96} />
      <p>
        <strong>{SITE.name}</strong>
        <br />
        {address.url}
      </p>
    </div>
  )
}

const box = css({
  display: { base: 'none', _print: 'flex' },
  gap: '3',
  marginTop: '4',
  textStyle: 'small',
  '& img': { flexShrink: '0' },
})
