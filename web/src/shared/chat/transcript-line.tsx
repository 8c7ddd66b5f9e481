import { lazy, Suspense, useState } from 'react'
import type { Transcript } from '@noroshi/contract/files'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { languageName } from '../../platform/language-name.ts'
import { useHasNoDictation } from '../../platform/device/speech-languages.ts'
import { retryUntilLoaded } from '../../ui/states/lazy-content.tsx'
import css from './transcript-line.module.css'
import { transcriptText } from './transcript-text.ts'

const TranscriptDialog = lazy(() =>
  retryUntilLoaded(() => import('./transcript-dialog.tsx')).then(({ TranscriptDialog: dialog }) => ({ default: dialog })),
)

interface Props {
  transcript: Transcript
  /** The id of the recording. */
  mediaId: string
  /** The viewer is the speaker. */
  mayCorrect: boolean
}

/** The text of a recording, marked as the draft of a machine or as corrected by its speaker, or why there is none. */
export function TranscriptLine({ transcript, mediaId, mayCorrect }: Props) {
  const text = useText()
  const shownIn = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { state, language, isCorrected } = transcript
  const hasText = transcript.text !== ''
  const hasNoModel = useHasNoDictation(language, state === 'unavailable') && state === 'unavailable'
  const reason = hasNoModel
    ? text('transcript.noModel', { language: languageName(language, shownIn) })
    : transcriptText(transcript, text)
  return (
    <span className={css.line}>
      <span className={hasText ? css.text : css.none} lang={hasText && !isCorrected ? language : undefined}>
        {hasText ? transcript.text : reason}
      </span>
      <span className={css.foot}>
        {hasText && <small>{text(isCorrected ? 'transcript.corrected' : 'transcript.automatic')}</small>}
        {mayCorrect && (
          <button type="button" className={css.correct} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {text(hasText ? 'transcript.correct' : 'transcript.write')}
          </button>
        )}
      </span>
      {isOpen && (
        <Suspense>
          <TranscriptDialog mediaId={mediaId} initial={transcript.text} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
