import { Button, SegmentedControl } from '@mantine/core'
import { IconSend, IconWorldUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { useConnection } from '../../../platform/socket.ts'
import { useUnit } from '../../../platform/unit.ts'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { Boundary } from '../../../ui/boundary.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import type { OpenPage } from '../use-page.ts'
import { useSend } from '../use-send.ts'
import { type Begin, useWriting } from '../use-writing.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { LazyEditor } from './lazy-editor.tsx'
import { Bringing } from './merge-bring.tsx'
import css from './page-writing.module.css'
import { StoredRichText } from './rich-text.tsx'
import { UnsentOffer } from './unsent-offer.tsx'

interface Props {
  open: OpenPage
  /** What the key does: give it to a reviewer, or publish it. */
  sends: 'submit' | 'publish'
  /** What one begins with instead of the published page. */
  begin?: Begin | null
  onSent?: () => void
}

type Mode = 'edit' | 'preview'

/** The editor of a page with what surrounds it: preview, what was left unsent, what changed meanwhile, and the key that sends. */
export function PageWriting({ open: { page }, sends, begin = null, onSent }: Props) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const isOnline = useConnection() === 'online'
  const writing = useWriting(page, begin)
  const [mode, setMode] = useState<Mode>('edit')
  // The beginning that is being brought together: another beginning needs it no more.
  const [broughtKey, setBroughtKey] = useState<number | null>(null)
  const bring = () => setBroughtKey(writing.restart(writing.content(), writing.origin.base)) // the editor goes, what it held stays
  const { send, isSending } = useSend(page, sends, writing, {
    onDone: () => {
      setMode('edit')
      onSent?.()
    },
    onOutdated: () => bring(),
  })
  const { offer, origin, uploading } = writing
  if (offer) return <UnsentOffer unsent={offer} onContinue={writing.goOn} onDrop={writing.beginAnew} />
  const isBehind = origin.base.revision < page.revision && writing.isChanged
  if (broughtKey === origin.key && isBehind) {
    return (
      <Bringing
        page={page}
        base={origin.base.content}
        draft={writing.content()}
        onBack={() => setBroughtKey(null)}
        onTake={(content) => writing.restart(content, { revision: page.revision, content: page.content })}
      />
    )
  }
  return (
    <div className={css.writing}>
      {isBehind && <ChangedNotice page={page} base={origin.base.content} isBusy={isSending || uploading > 0} onBring={bring} />}
      <SegmentedControl
        aria-label={text('drafts.mode')}
        value={mode}
        // `as`: its values are the two below
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
      <div className={css.foot}>
        <p role="status">{text(noteOf({ isOnline, ...writing }))}</p>
        <Button
          leftSection={
            sends === 'submit' ? (
              <IconSend size={20} stroke={2} aria-hidden="true" />
            ) : (
              <IconWorldUpload size={20} stroke={2} aria-hidden="true" />
            )
          }
          disabled={!writing.isChanged || !isOnline || uploading > 0}
          loading={isSending}
          onClick={send}
        >
          {text(sends === 'submit' ? 'drafts.submit' : 'drafts.publish')}
        </Button>
      </div>
    </div>
  )
}

interface Facts {
  isOnline: boolean
  uploading: number
  isChanged: boolean
  isKept: boolean
}

function noteOf({ isOnline, uploading, isChanged, isKept }: Facts) {
  if (!isKept) return 'drafts.isNotKept'
  if (!isOnline) return 'drafts.waitsForUnit'
  if (uploading > 0) return 'drafts.uploadsRun'
  return isChanged ? 'drafts.isKept' : 'drafts.nothingChanged'
}
