const ENDS = ['mouseup', 'dragend', 'pointercancel'] as const

/**
 * Calls once the press that is under way is over, else in a task of its own. It is for what moves a page when the focus leaves a field: a
 * press that begins then is for what was under the pointer.
 */
export function afterPress(run: () => void): void {
  if (document.querySelector(':active') === null) {
    setTimeout(run)
    return
  }
  const end = () => {
    for (const type of ENDS) document.removeEventListener(type, end, true)
    // The click comes with the end of the press.
    setTimeout(run)
  }
  for (const type of ENDS) document.addEventListener(type, end, true)
}
