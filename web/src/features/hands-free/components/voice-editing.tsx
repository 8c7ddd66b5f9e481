import { Button, Textarea } from '@mantine/core'
import { COMMAND_TEXT_MAX } from '@noroshi/contract/limits'
import { type MessageKey, useText } from '../../../platform/language/i18n.ts'
import formCss from '../../../ui/forms/form.module.css'
import { Notice } from '../../../ui/states/notice.tsx'
import { ReadyLink } from '../../../shared/devices/ready-link.tsx'
import type { VoiceView } from '../voice-dialog.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'
import { useLoader } from './use-loader.ts'
import css from './voice-dialog.module.css'
import { VoiceExamples } from './voice-examples.tsx'

interface Props {
  view: VoiceView
  earlierText: string
  /** false: the server recognises no commands in the language of the page. */
  hasRecogniser: boolean
  onChange: (typed: string) => void
  onReset: () => void
  onSend: () => void
}

/** The text of a command, to correct or to type. */
export function VoiceEditing({ view, earlierText, hasRecogniser, onChange, onReset, onSend }: Props) {
  const text = useText()
  const field = useFocusOnMount<HTMLTextAreaElement>()
  const isBusy = view.stage === 'understanding'
  const isLoading = useLoader(isBusy)
  const isEmpty = view.text.trim() === ''
  return (
    <form
      className={formCss.fields}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onSend()
      }}
    >
      {view.note && (
        <RecordingNote note={view.note === 'handsFree.notSent' && !hasRecogniser ? 'handsFree.noRecogniser' : view.note} />
      )}
      <Textarea
        ref={field}
        label={text('handsFree.edit')}
        description={text('handsFree.editNote')}
        value={view.text}
        readOnly={isBusy}
        maxLength={COMMAND_TEXT_MAX}
        autosize
        minRows={2}
        maxRows={6}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter in an input method only ends the composition.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      {isEmpty && earlierText !== '' && (
        <Button variant="default" className={css.earlier} onClick={() => onChange(earlierText)}>
          {text('handsFree.lastText', { text: earlierText })}
        </Button>
      )}
      {isEmpty && <VoiceExamples />}
      <div className={formCss.keys} data-toast-clear>
        <Button variant="default" disabled={isBusy} onClick={onReset}>
          {text('handsFree.reset')}
        </Button>
        <Button type="submit" disabled={isEmpty || isBusy} loading={isLoading}>
          {text('handsFree.send')}
        </Button>
      </div>
    </form>
  )
}

/** The reason why there is no recording or no text. */
function RecordingNote({ note }: { note: MessageKey }) {
  const text = useText()
  const isDevice = note.startsWith('media.') && note !== 'media.busy'
  return (
    <Notice role="status">
      {text(note)} {isDevice && <ReadyLink />}
    </Notice>
  )
}
