import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import { Button } from '@/client/design-system/button'
import { IconButton } from '@/client/design-system/icon-button'
import { TrashIcon } from '@/client/design-system/icons/form-icons'
import {
  createReviewPhrase,
  deleteReviewPhrase,
  listReviewPhrases,
} from '@/contract/back-office/back-office-reviews'
import { PHRASE_MAX } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { chip } from 'styled-system/recipes'

function phrasesQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'review-phrases'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(listReviewPhrases, {}, { signal })).items
    },
    networkMode: 'online',
    staleTime: 0,
  })
}

interface SavedPhrasesProps {
  /** The text so far. */
  text: string
  onChoose: (text: string) => void
}

/** Sentences that reviewers use again: a tap writes one into the reason, and what is written can be saved as another. */
export function SavedPhrases({ text, onChoose }: SavedPhrasesProps) {
  const { data: phrases = [] } = useQuery(phrasesQuery())
  const { save, remove } = useEditPhrases()
  const written = text.trim()
  const canSave =
    written !== '' && written.length <= PHRASE_MAX && !phrases.some((phrase) => phrase.text === written)
  return (
    <div className={frame}>
      {phrases.length === 0 ? null : (
        <>
          <p className={label}>{m.admin_event_phrases()}</p>
          <ul className={list}>
            {phrases.map((phrase) => (
              <li key={phrase.id} className={row}>
                <button
                  type="button"
                  className={cx(chip(), sentence)}
                  onClick={() => onChoose(written === '' ? phrase.text : `${written} ${phrase.text}`)}
                >
                  {phrase.text}
                </button>
                <IconButton
                  label={m.admin_event_phrase_delete({ text: phrase.text })}
                  icon={<TrashIcon size={18} />}
                  onClick={() => remove.mutate(phrase.id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {canSave ? (
        <Button variant="ghost" size="sm" busy={save.isPending} onClick={() => save.mutate(written)}>
          {m.admin_event_phrase_save()}
        </Button>
      ) : null}
    </div>
  )
}

function useEditPhrases() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: phrasesQuery().queryKey })
  const save = useMutation({
    mutationFn: async (text: string) => {
      const { api } = await loadOfflineClient()
      unwrap(await api.call(createReviewPhrase, { body: { text } }))
    },
    networkMode: 'always',
    onSuccess: () => {
      toast.success(m.admin_event_phrase_saved())
    },
    onError: () => toast.error(m.admin_event_phrase_save_failed(), { durationMs: 5000 }),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: async (id: string) => {
      const { api } = await loadOfflineClient()
      unwrap(await api.call(deleteReviewPhrase, { params: { id } }))
    },
    networkMode: 'always',
    onError: () => toast.error(m.admin_event_phrase_delete_failed(), { durationMs: 5000 }),
    onSettled: refresh,
  })
  return { save, remove }
}

const frame = css({ display: 'grid', gap: '2', justifyItems: 'start', marginTop: '3' })
const label = css({ textStyle: 'label', color: 'fg.muted' })
const list = css({ display: 'grid', gap: '1', width: 'full' })
// A phrase may have several lines.
const sentence = css({ paddingBlock: '1.5', textAlign: 'left' })
const row = css({ display: 'flex', gap: '2', alignItems: 'center', justifyContent: 'space-between' })
