import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ALERT_TEXT_MAX } from '@noroshi/contract/limits'
import { useDraft } from '../../../platform/forms/drafts.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useReloadGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { useAddInformation } from './use-add-information.ts'
import css from './information-dialog.module.css'
import { ResolvedNotice } from '../components/resolved-notice.tsx'

interface Props {
  alertId: string
  /** The alert was resolved while the dialog was open, so nothing can be added any more. */
  isResolved: boolean
  onClose: () => void
}

/** Adds text to an alert. The text is kept as a draft until it is sent, also over a reload. */
export function TextDialog({ alertId, isResolved, onClose }: Props) {
  const text = useText()
  const draft = useDraft('alertText', alertId)
  const body = draft.text
  useReloadGuard(draft.isAtRisk)
  const { state, send } = useAddInformation(alertId, () => {
    draft.setText('')
    onClose()
  })
  const close = () => {
    if (isResolved) draft.setText('')
    onClose()
  }
  return (
    // Closing discards the draft only if the alert is resolved, because then no tile opens the draft again.
    <Dialog isOpen onClose={close} title={text('alerts.add.textTitle')} hasUnsaved={isResolved && body.trim() !== ''}>
      <form
        className={css.content}
        onSubmit={(event) => {
          event.preventDefault()
          send({ textContent: body.trim() })
        }}
      >
        <textarea
          className={css.text}
          data-autofocus
          rows={4}
          maxLength={ALERT_TEXT_MAX}
          aria-label={text('alerts.add.textTitle')}
          placeholder={text('alerts.add.textHint')}
          value={body}
          // The draft is removed when the report arrives: text that was added meanwhile would be removed with it.
          readOnly={state.status === 'sending'}
          onChange={({ currentTarget }) => draft.setText(currentTarget.value)}
        />
        <ResolvedNotice isResolved={isResolved} />
        {state.status === 'failed' && !isResolved && (
          <p className={css.reason} role="alert">
            <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
            {[text('alerts.add.failed'), state.reason].filter(Boolean).join(' ')}
          </p>
        )}
        <Button type="submit" disabled={body.trim() === '' || isResolved} loading={state.status === 'sending'}>
          {text(state.status === 'failed' ? 'media.tryAgain' : 'media.send')}
        </Button>
      </form>
    </Dialog>
  )
}
