import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import type { SubmissionPayload } from '@/client/shared/event-form/to-submission'
import { PhotoPreview } from '@/client/shared/photos/photo-preview'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { conflictChoices, mergeVersions } from '@/client/shared/event-form/merge-versions'
import { ConflictPanel } from './conflict-panel'
import { StoredPhoto, sidePhoto } from './stored-photo'
import { hashOf } from './draft/edited-version'
import type { EditedOver } from './draft/edited-version'
import { payloadOf } from '@/client/shared/event-form/from-event'

/** The edited values, and the version that they were written over. */
export interface EditedVersion extends EditedOver {
  payload: SubmissionPayload
  /** A new one. */
  photo: OutboxPhoto | undefined
}

/** The same, and the version of somebody else that came before it. */
export interface EditConflict extends EditedVersion {
  theirs: BackOfficeEvent
}

interface ResolveConflictProps {
  conflict: EditConflict
  onResolve: (merged: EditedVersion) => void
}

/** Shows both versions; gives what was chosen of them, to be written over the newer one. */
export function ResolveConflict({ conflict, onResolve }: ResolveConflictProps) {
  const { base, payload, theirs, photo, keepsStoredPhoto } = conflict
  const other = payloadOf(theirs)
  const isPhotoMine = !keepsStoredPhoto || photo !== undefined
  const isPhotoConflict = isPhotoMine && hashOf(base) !== hashOf(theirs)
  const { tags } = usePlaceAndTagOptions()
  return (
    <ConflictPanel
      mine={payload}
      theirs={other}
      initialChoices={conflictChoices(payloadOf(base), payload, other)}
      photo={
        isPhotoConflict
          ? {
              mine: <OwnPhoto photo={photo} />,
              theirs: <StoredPhoto of={theirs} alt={m.admin_edit_photo_theirs()} />,
            }
          : undefined
      }
      tagNames={new Map([...base.tags, ...theirs.tags, ...tags].map(({ key, name }) => [key, name]))}
      onResolve={(choices, isPhotoTheirs) =>
        onResolve({
          base: theirs,
          payload: mergeVersions(payload, other, choices),
          photo: isPhotoTheirs ? undefined : photo,
          keepsStoredPhoto: isPhotoTheirs || keepsStoredPhoto,
        })
      }
    />
  )
}

function OwnPhoto({ photo }: { photo: OutboxPhoto | undefined }) {
  if (photo === undefined) return <>{m.admin_edit_photo_removed()}</>
  return <PhotoPreview photo={photo} alt={m.admin_edit_photo_new()} className={sidePhoto} />
}
