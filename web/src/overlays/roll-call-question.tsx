import { Button } from '@mantine/core'
import { IconVolumeOff } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PersonState, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { SosButton } from '../features/alerts/sos/sos-button.tsx'
import { DependantAnswers } from '../features/roll-calls/components/dependant-answers.tsx'
import { StateButtons } from '../features/roll-calls/components/state-buttons.tsx'
import { isOwnAnswer } from '../features/roll-calls/questions-of.ts'
import { useUnsentAnswer } from '../features/roll-calls/unsent-roll-call-answers.ts'
import { isFreeToFocus } from '../platform/forms/text-field.ts'
import { nameOf } from '../platform/language/person-name.ts'
import { dateTime } from '../platform/language/time.ts'
import { useLanguage, useText } from '../platform/language/i18n.ts'
import { KEY_GUARD_MS } from '../platform/tuning.ts'
import { useFocusByF6 } from '../ui/dialogs/focus-by-f6.ts'
import { TopDialog } from '../ui/dialogs/top-dialog.tsx'
import { suppressKey } from '../ui/forms/key-guard.ts'
import css from './roll-call-question.module.css'
import { useGuard } from './use-guard.ts'

interface Props {
  rollCall: RollCallForViewer
  /** It covers the page. */
  isFull: boolean
  /** The alarm of the question sounds. */
  isSounding: boolean
  /** The user touched the question: they have seen it, and its sound ends. */
  onTouch: () => void
  onAnswer: (state: PersonState) => void
  /** Closes the question, which stays without an answer. */
  onLater: () => void
}

/** Milliseconds for which a new question ignores clicks and taps: they were meant for the page below. */
const TAP_GUARD_MS = 700

/** The question of a roll-call: over the whole page, or above a part of it. */
export const RollCallQuestion = ({ isFull, ...props }: Props) =>
  isFull ? <FullQuestion {...props} /> : <QuestionNotice {...props} />

function FullQuestion({ rollCall, isSounding, onTouch, onAnswer, onLater }: Omit<Props, 'isFull'>) {
  const text = useText()
  const isGuarded = useGuard(rollCall.id, TAP_GUARD_MS)
  return (
    <TopDialog
      role="alertdialog"
      labelledBy="roll-call-title"
      describedBy="roll-call-facts"
      onEscape={() => isGuarded || onTouch()}
      isAutoOpened
      className={`${css.urgent} ${rollCall.isDrill ? css.drill : ''}`}
    >
      <div className={css.field} onClickCapture={() => isGuarded || onTouch()}>
        <header className={css.band}>
          <h1 id="roll-call-title" tabIndex={-1} data-first-focus>
            {text('rollCalls.one')}
          </h1>
          <SosButton size="small" />
          {isSounding && (
            <button type="button" className={css.stop} onClick={() => isGuarded || onTouch()}>
              <IconVolumeOff size={22} stroke={2} aria-hidden="true" />
              {text('alerts.alarm.stopSound')}
            </button>
          )}
        </header>
        <div className={css.content} id="roll-call-facts">
          <Facts rollCall={rollCall} />
        </div>
        <div className={css.foot}>
          <Answers rollCall={rollCall} isGuarded={isGuarded} onAnswer={onAnswer} />
          <button type="button" className={css.later} onClick={() => isGuarded || onLater()}>
            {text('rollCalls.later')}
          </button>
        </div>
      </div>
    </TopDialog>
  )
}

/**
 * It is not modal: the user can continue typing. Escape does nothing. The title takes the focus if no control has it;
 * otherwise the question is announced, and F6 moves the focus to it.
 */
function QuestionNotice({ rollCall, onTouch, onAnswer, onLater }: Omit<Props, 'isFull'>) {
  const text = useText()
  const title = useRef<HTMLHeadingElement>(null)
  const isGuarded = useGuard(rollCall.id, TAP_GUARD_MS)
  const isKeyGuarded = useGuard(rollCall.id, KEY_GUARD_MS)
  const [isAnnounced] = useState(() => !isFreeToFocus(document.activeElement))
  useFocusByF6(title, !isAnnounced)
  return createPortal(
    <>
      <section
        role="dialog"
        aria-labelledby="roll-call-title"
        aria-describedby="roll-call-facts"
        className={css.notice}
        onClickCapture={() => isGuarded || onTouch()}
        onKeyDownCapture={(event) => isKeyGuarded && suppressKey(event)}
        onKeyUpCapture={(event) => isKeyGuarded && suppressKey(event)}
      >
        <h2 id="roll-call-title" ref={title} tabIndex={-1}>
          {text('rollCalls.one')}
        </h2>
        <div className={css.content} id="roll-call-facts">
          <Facts rollCall={rollCall} />
        </div>
        <Answers rollCall={rollCall} isGuarded={isGuarded} onAnswer={onAnswer} />
        <Button variant="subtle" onClick={() => isGuarded || onLater()}>
          {text('rollCalls.later')}
        </Button>
      </section>
      <p className="visually-hidden" role="alert">
        {isAnnounced && rollCall.title}
      </p>
    </>,
    document.body,
  )
}

/** The answers of the user and for their dependants. A user who has answered is asked for the dependants alone. */
function Answers({ rollCall, isGuarded, onAnswer }: Pick<Props, 'rollCall' | 'onAnswer'> & { isGuarded: boolean }) {
  const text = useText()
  const unsent = useUnsentAnswer(rollCall.id)
  const { answer } = rollCall.viewer
  const own = unsent?.payload.state ?? (answer && isOwnAnswer(answer) ? answer.state : undefined)
  return (
    <>
      {own === undefined ? (
        <StateButtons isGuarded={isGuarded} onAnswer={onAnswer} />
      ) : (
        <p>{text('rollCalls.yourAnswer', { state: text(`rollCalls.state.${own}`) })}</p>
      )}
      <DependantAnswers rollCall={rollCall} isGuarded={isGuarded} />
    </>
  )
}

function Facts({ rollCall: { isDrill, title, text: body, askedBy, createdAt } }: { rollCall: RollCallForViewer }): ReactNode {
  const text = useText()
  const language = useLanguage()
  return (
    <>
      {isDrill && (
        <p className={css.drillNote}>
          <b>{text('rollCalls.drill')}</b> {text('alerts.drill.note')}
        </p>
      )}
      <p className={css.title}>{title}</p>
      {body !== '' && <p className={css.body}>{body}</p>}
      <p className={css.from}>
        <span translate="no">{text('rollCalls.askedBy', { name: nameOf(askedBy) })}</span>{' '}
        <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>
      </p>
    </>
  )
}
