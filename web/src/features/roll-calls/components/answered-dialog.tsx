import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PersonState, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { useCommand } from '../../../platform/commands/use-command.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import css from '../../../ui/forms/form.module.css'
import { unsentDetails } from '../detail-values.ts'
import { useUnsentAnswer } from '../unsent-roll-call-answers.ts'
import { DependantAnswers } from './dependant-answers.tsx'
import { DetailsDialog } from './details-dialog.tsx'

interface Props {
  rollCall: RollCallForViewer
  /** The answer that the user has given. */
  state: PersonState
  onClose: () => void
}

/** After an answer: what else the user may say. Nothing of it is needed. */
export function AnsweredDialog({ rollCall, state, onClose }: Props) {
  const text = useText()
  const [hasDetails, setHasDetails] = useState(() => unsentDetails(rollCall) !== null)
  const unsent = useUnsentAnswer(rollCall.id)
  const [isUnsent, isWaiting] = [unsent !== undefined, unsent?.state === 'waiting']
  const { run } = useCommand('sos.countDown', { onDone: onClose })
  const answer = text(`rollCalls.state.${state}`)
  if (hasDetails) return <DetailsDialog rollCall={rollCall} state={state} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={text('rollCalls.yourAnswer', { state: answer })}>
      <div className={css.fields}>
        <output>{isWaiting && text('rollCalls.answerUnsent', { state: answer })}</output>
        {state === 'needHelp' && !rollCall.isDrill && (
          <>
            {!isUnsent && <p>{text('rollCalls.raiseSosHint')}</p>}
            <Button color="hi" onClick={() => run(undefined)}>
              {text('rollCalls.raiseSos')}
            </Button>
          </>
        )}
        <DependantAnswers rollCall={rollCall} />
        <div className={css.buttons} data-toast-clear>
          <Button variant="default" onClick={onClose}>
            {text('chrome.close')}
          </Button>
          <Button onClick={() => setHasDetails(true)}>{text('rollCalls.addDetails')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
