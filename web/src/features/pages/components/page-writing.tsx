import { Button, SegmentedControl } from '@mantine/core'
import { IconSend, IconWorldUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { useConnection } from '../../../platform/connection/socket.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { Boundary } from '../../../ui/states/boundary.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { LeaveGuard, useReloadGuard } from '../../../ui/forms/unsaved-guard.tsx'
import type { OpenPage } from '../use-page.ts'
import { useSend } from '../use-send.ts'
import { type DraftStart, useWriting } from '../use-writing.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { LazyEditor } from '../editor/lazy-editor.tsx'
import { MergeImport } from '../compare/merge-import.tsx'
import css from './page-writing.module.css'
import { StoredRichText } from '../editor/rich-text.tsx'
import { UnsentOffer } from './unsent-offer.tsx'

interface Props {
  open: OpenPage
  /** Action of the button: submit for review or publish. */
  action: 'submit' | 'publish'
  /** Starts with this draft instead of the published page. */
  draftStart?: DraftStart | null
  /** Called when a reload would not lose the draft that the user continues. */
  onDraftStored?: (() => void) | undefined
  onSent?: () => void
}

type Mode = 'edit' | 'preview'

/** Editor of a page with preview, offer of unsent content, notice of changes, and the button to send. */
export function PageWriting({ open: { page }, action, draftStart = null, onDraftStored, onSent }: Props) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const isOnline = useConnection() === 'online'
  const writing = useWriting(page, draftStart, onDraftStored)
  const [mode, setMode] = useState<Mode>('edit')
  // Key of the origin that is being merged. Another origin ends the merge.
  const [mergedKey, setMergedKey] = useState<number | null>(null)
  // Stores the content and closes the editor.
  const merge = () => setMergedKey(writing.restart(writing.content(), writing.origin.base))
  const { send, isSending } = useSend(page, action, writing, {
    onDone: () => {
      setMode('edit')
      onSent?.()
    },
    onOutdated: () => merge(),
  })
  const { offer, origin, uploading } = writing
  useReloadGuard(writing.isChanged && !writing.isStored)
  if (offer) return <UnsentOffer unsent={offer} onContinue={writing.continueOffer} onDrop={writing.discardOffer} />
  const isBehind = origin.base.revision < page.revision && writing.isChanged
  if (mergedKey === origin.key && isBehind) {
    return (
      <MergeImport
        page={page}
        base={origin.base.content}
        draft={writing.content()}
        onBack={() => setMergedKey(null)}
        onApply={(content) => writing.restart(content, { revision: page.revision, content: page.content })}
      />
    )
  }
  return (
    <div className={css.writing}>
      <LeaveGuard hasUnsaved={uploading > 0} />
      {isBehind && <ChangedNotice page={page} base={origin.base.content} isBusy={isSending || uploading > 0} onMerge={merge} />}
      <SegmentedControl
        aria-label={text('drafts.mode')}
        value={mode}
        // `as`: the values are the two below
        onChange={(value) => setMode(value as Mode)}
        data={[
          { value: 'edit', label: text('drafts.edit') },
          { value: 'preview', label: text('drafts.preview') },
        ]}
      />
      {mode === 'preview' && (
        <section className={css.preview} aria-label={text('drafts.preview')}>
          <StoredRichText json={writing.content()} />
        </section>
      )}
      <div hidden={mode === 'preview'} inert={isSending} className={css.editing}>
        <Boundary fallback={<ErrorState error={null} onRetry={() => location.reload()} title={text('editor.editorFailed')} />}>
          <LazyEditor
            key={origin.key}
            start={origin.content}
            maxMb={maxMb}
            onReady={writing.onReady}
            onEdit={writing.onEdit}
            onUploading={writing.onUploading}
          />
        </Boundary>
      </div>
      <div className={css.foot} data-toast-clear>
        <p role="status">{text(noteOf({ mustWait: action === 'publish' && !isOnline, ...writing }))}</p>
        <Button
          leftSection={
            action === 'submit' ? (
              <IconSend size={20} stroke={2} aria-hidden="true" />
            ) : (
              <IconWorldUpload size={20} stroke={2} aria-hidden="true" />
            )
          }
          disabled={!writing.isChanged || (action === 'publish' && !isOnline) || uploading > 0}
          loading={isSending}
          onClick={send}
        >
          {text(action === 'submit' ? 'drafts.submit' : 'drafts.publish')}
        </Button>
      </div>
    </div>
  )
}

interface Facts {
  /** A publication waits for the connection. */
  mustWait: boolean
  uploading: number
  isChanged: boolean
  isStored: boolean
}

function noteOf({ mustWait, uploading, isChanged, isStored }: Facts) {
  if (!isStored) return 'drafts.isNotKept'
  if (mustWait) return 'drafts.waitsForUnit'
  if (uploading > 0) return 'drafts.uploadsRun'
  return isChanged ? 'drafts.isKept' : 'drafts.nothingChanged'
}
