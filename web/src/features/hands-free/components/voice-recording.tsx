import { Button, Textarea } from '@mantine/core'
import { useText } from '../../../platform/language/i18n.ts'
import formCss from '../../../ui/forms/form.module.css'
import type { VoiceDialog, VoiceView } from '../voice-dialog.ts'
import { useLoader } from './use-loader.ts'
import css from './voice-dialog.module.css'
import { VoiceExamples } from './voice-examples.tsx'

const stageKeys = {
  opening: 'handsFree.opening',
  listening: 'handsFree.listening',
  recognising: 'handsFree.recognising',
} as const

/** Recording a command: its text so far is read-only. */
export function VoiceRecording({ view, dialog }: { view: VoiceView; dialog: VoiceDialog }) {
  const text = useText()
  const { stage } = view
  const isLoading = useLoader(stage === 'recognising')
  const key = stage === 'opening' || stage === 'listening' || stage === 'recognising' ? stageKeys[stage] : 'handsFree.opening'
  return (
    <>
      <p className={css.stage} role="status">
        {text(key)}
      </p>
      <Textarea label={text('handsFree.spoken')} value={view.text} readOnly autosize minRows={2} maxRows={6} />
      <VoiceExamples />
      <div className={formCss.keys} data-toast-clear>
        <Button variant="default" onClick={() => dialog.type()}>
          {text('handsFree.type')}
        </Button>
        <Button disabled={stage !== 'listening'} loading={isLoading} onClick={() => dialog.done()}>
          {text('handsFree.done')}
        </Button>
      </div>
    </>
  )
}
