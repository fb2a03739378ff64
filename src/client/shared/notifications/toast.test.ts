import { expect, it } from 'vitest'
import { renderToastsWith, toast, type Toast } from './toast'

it('a toast is queued until there is a renderer, and rendered at once afterwards', () => {
  const rendered: Toast[] = []
  toast.success('Sent', { durationMs: 10_000 })
  const end = renderToastsWith((one) => rendered.push(one))
  const sent = { kind: 'success', title: 'Sent', durationMs: 10_000 }
  expect(rendered).toEqual([sent])
  toast.error('File Too Large', { description: 'Choose a smaller file.' })
  expect(rendered).toEqual([
    sent,
    { kind: 'error', title: 'File Too Large', description: 'Choose a smaller file.' },
  ])
  end()
})
