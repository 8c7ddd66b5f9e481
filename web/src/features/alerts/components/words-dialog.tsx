import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { ALERT_TEXT_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useAddInformation } from '../use-add-information.ts'
import css from './information-dialog.module.css'

/** Adds words to an alert. */
export function WordsDialog({ alertId, onClose }: { alertId: string; onClose: () => void }) {
  const text = useText()
  const [words, setWords] = useState('')
  const { state, send } = useAddInformation(alertId, onClose)
  return (
    <Dialog isOpen onClose={onClose} title={text('alerts.add.textTitle')}>
      <form
        className={css.content}
        onSubmit={(event) => {
          event.preventDefault()
          send({ textContent: words.trim() })
        }}
      >
        <textarea
          className={css.words}
          data-autofocus
          rows={4}
          maxLength={ALERT_TEXT_MAX}
          aria-label={text('alerts.add.textTitle')}
          placeholder={text('alerts.add.textHint')}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        {state.status === 'failed' && (
          <p className={css.reason} role="alert">
            <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
            {[text('alerts.add.failed'), state.why].filter(Boolean).join(' ')}
          </p>
        )}
        <Button type="submit" disabled={words.trim() === ''} loading={state.status === 'sending'}>
          {text(state.status === 'failed' ? 'media.tryAgain' : 'media.send')}
        </Button>
      </form>
    </Dialog>
  )
}
