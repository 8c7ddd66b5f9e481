import { Button } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { createWakeWord, type WakeWordState } from './wake-word.ts'
import css from './wake-word.module.css'

/**
 * Lets the user try the wake word. It listens between two presses of its button.
 * @param isRecording the microphone is used to record the phrase
 */
export function WakeWordTrial({ isRecording }: { isRecording: boolean }) {
  const text = useText()
  const [isWanted, setWanted] = useState(false)
  const isOn = isWanted && !isRecording
  return (
    <div className={css.trial}>
      <Button variant="default" aria-pressed={isOn} disabled={isRecording} onClick={() => setWanted(!isOn)}>
        {text(isOn ? 'wakeWord.stop' : 'wakeWord.try')}
      </Button>
      {isOn && <Trying />}
    </div>
  )
}

function Trying() {
  const text = useText()
  const [state, setState] = useState<WakeWordState>({ phase: 'starting', isMicrophoneOpen: false, problem: null })
  const [hits, setHits] = useState(0)
  useEffect(() => {
    const wakeWord = createWakeWord({ onHit: () => setHits((count) => count + 1), onState: setState })
    wakeWord.start()
    return () => wakeWord.stop()
  }, [])
  const status =
    state.problem !== null
      ? text(`wakeWord.problem.${state.problem}`)
      : text(`wakeWord.trying.${state.phase === 'listening' || state.phase === 'paused' ? state.phase : 'starting'}`)
  return (
    <div role="status">
      <p className={css.status} data-open={state.isMicrophoneOpen || undefined}>
        {state.isMicrophoneOpen && <IconMicrophone size={20} stroke={2} aria-hidden="true" />}
        {status}
      </p>
      {hits > 0 && <p className={css.heard}>{text('wakeWord.heard', { count: hits })}</p>}
    </div>
  )
}
