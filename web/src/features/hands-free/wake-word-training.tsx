import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconMicrophone } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { setWakeWordTraining } from './hands-free-state.ts'
import { type PhraseRecordings, usePhraseRecordings } from './use-phrase-recordings.ts'
import { RECORDINGS } from './wake-word-threshold.ts'
import { WakeWordTrial } from './wake-word-trial.tsx'
import css from './wake-word.module.css'

/** The dialog to record the phrase three times, which sets the user's own threshold, and to try it. */
export function WakeWordTraining({ onClose }: { onClose: () => void }) {
  const text = useText()
  const recordings = usePhraseRecordings()
  const { phase, count } = recordings
  useEffect(() => {
    setWakeWordTraining(true)
    return () => setWakeWordTraining(false)
  }, [])
  return (
    <Dialog isOpen onClose={onClose} title={text('wakeWord.title')} hasUnsaved={count > 0 && phase !== 'saved'}>
      <div className={css.column}>
        <p>{text('wakeWord.intro')}</p>
        <div className={css.steps} aria-hidden="true">
          {Array.from({ length: RECORDINGS }, (_, index) =>
            index < count ? (
              <IconCircleCheckFilled key={index} size={28} className={css.done ?? ''} />
            ) : (
              <IconCircle key={index} size={28} stroke={1.5} />
            ),
          )}
        </div>
        <RecordingStatus {...recordings} />
        <RecordButton {...recordings} />
        <WakeWordTrial isRecording={phase !== 'idle' && phase !== 'saved'} />
      </div>
    </Dialog>
  )
}

function RecordButton({ phase, count, record, restart }: PhraseRecordings) {
  const text = useText()
  if (phase === 'saved')
    return (
      <Button variant="default" onClick={restart}>
        {text('wakeWord.recordAgain')}
      </Button>
    )
  return (
    <Button
      data-autofocus
      loading={phase !== 'idle'}
      onClick={record}
      leftSection={<IconMicrophone size={20} aria-hidden="true" />}
    >
      {text('wakeWord.record', { number: count + 1, all: RECORDINGS })}
    </Button>
  )
}

function RecordingStatus({ phase, count, notice }: PhraseRecordings) {
  const text = useText()
  const isOpen = phase === 'speaking'
  return (
    <p className={css.status} role="status" data-open={isOpen || undefined}>
      {isOpen && <IconMicrophone size={20} stroke={2} aria-hidden="true" />}
      {phase === 'starting' && text('wakeWord.starting')}
      {isOpen && text('wakeWord.speak')}
      {phase === 'checking' && text('wakeWord.checking')}
      {(phase === 'idle' || phase === 'saved') && notice !== null && text(notice, { left: RECORDINGS - count })}
    </p>
  )
}
