import { useRouter } from '@tanstack/react-router'
import { Button } from '@/client/ui/button'
import * as m from '@/messages/compiled/messages.js'

/** A bug, or a chunk that did not arrive: the page says so and offers the way on; nothing typed is touched. */
export function ErrorPage() {
  const router = useRouter()
  return (
    <div role="alert">
      <h1>{m.app_error_title()}</h1>
      <p>{m.app_error_text()}</p>
      <Button onClick={() => void router.invalidate()}>{m.app_try_again()}</Button>
    </div>
  )
}
