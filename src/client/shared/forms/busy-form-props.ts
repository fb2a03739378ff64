import type { SyntheticEvent } from 'react'

/**
 * Props of a form that takes no input while it is being sent: what is typed then is in nothing that is sent or stored. What has the
 * focus keeps it, which `disabled` and `inert` would throw away; a controlled field stays as it is.
 */
export function busyFormProps(isBusy: boolean) {
  if (!isBusy) return {}
  return {
    'aria-busy': true,
    onChangeCapture: stop,
    onKeyDownCapture: stop,
    onClickCapture: refuse,
    onDropCapture: refuse,
  }
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}

function refuse(event: SyntheticEvent): void {
  event.stopPropagation()
  event.preventDefault()
}
