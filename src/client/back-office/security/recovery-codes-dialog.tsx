import { useRef } from 'react'
import { saveFile } from '@/client/shared/offline/save-file'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { CopyButton } from '@/client/back-office/layout/copy-button'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'

interface RecoveryCodesDialogProps {
  codes: string[]
  onClose: () => void
}

/** New recovery codes, shown once: to copy, to store as a file, to print. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const ways = useRef<HTMLDivElement>(null)
  const email = useCurrentUser()?.email ?? ''
  const text = [m.second_factor_codes_file_head({ email, site: SITE.name }), '', ...codes, ''].join('\n')
  const download = () =>
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), m.second_factor_codes_file())
  return (
    <Dialog
      open
      role="alertdialog"
      // The button that closes it does not get the focus: whoever presses Enter once more would lose the codes.
      initialFocus={() => ways.current?.querySelector('button') ?? null}
      onClose={onClose}
      title={m.second_factor_codes_title()}
      description={m.second_factor_codes_once()}
      // They are shown this once: nothing closes it by mistake.
      closeLabel={undefined}
      footer={<Button onClick={onClose}>{m.second_factor_codes_stored()}</Button>}
    >
      <div className={stack({ gap: '4' })}>
        <ol className={list}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div ref={ways} className={actions}>
          <CopyButton
            text={text}
            label={m.second_factor_codes_copy()}
            copiedLabel={m.second_factor_codes_copied()}
          />
          <Button variant="secondary" size="sm" onClick={download}>
            {m.second_factor_codes_download()}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => printText(text)}>
            {m.second_factor_codes_print()}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Prints a text alone, without the page around it: out of a frame that is gone afterwards. */
function printText(text: string): void {
  const frame = document.createElement('iframe')
  // The style is not `display: none`, of which some browsers print nothing.
  frame.className = css({ srOnly: true })
  frame.tabIndex = -1
  document.body.append(frame)
  const page = frame.contentWindow
  if (page === null) return frame.remove()
  const sheet = page.document.createElement('pre')
  sheet.textContent = text
  page.document.body.append(sheet)
  page.addEventListener('afterprint', () => frame.remove())
  page.print()
}

const list = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(auto-fill, minmax(10rem, 1fr))]',
  gap: '2',
})
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '3' })
