import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { PersonState, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { useAlarmShown } from '../features/alerts/shown-alarm.ts'
import { playMessageSound } from '../features/messaging/message-sound.ts'
import { questionsOf } from '../features/roll-calls/questions-of.ts'
import { reportDelivered } from '../features/roll-calls/report-delivered.ts'
import { openRollCallsQuery, rollCallQuery } from '../features/roll-calls/roll-calls.queries.ts'
import { rollCallsLive } from '../features/roll-calls/roll-calls.live.ts'
import {
  answerRollCall,
  markRollCallSeen,
  useUnsentAnswers,
  useUnsentForOthers,
} from '../features/roll-calls/unsent-roll-call-answers.ts'
import { startQuestionSound, stopQuestionSound } from '../platform/audio/alarm-sound.ts'
import { addLive, useEvent } from '../platform/connection/live.ts'
import { useConnection } from '../platform/connection/socket.ts'
import { withTexts } from '../platform/language/i18n.ts'
import { rollCallHref } from '../platform/paths/paths.ts'
import { useHasTopDialog } from '../ui/dialogs/top-dialog.tsx'
import { LazyContent, retryUntilLoaded } from '../ui/states/lazy-content.tsx'

// Registers the events before the first query of roll-calls, so that none is missed.
addLive(rollCallsLive)

const RollCallQuestion = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('./roll-call-question.tsx'))).then(({ RollCallQuestion: question }) => ({
    default: question,
  })),
)
const AnsweredDialog = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../features/roll-calls/components/answered-dialog.tsx'))).then(
    ({ AnsweredDialog: dialog }) => ({ default: dialog }),
  ),
)

/** Milliseconds between the dialog of a drill and its sound. */
const DRILL_NOTICE_MS = 5_000

/** Milliseconds after which the sound of a question ends, as on another device on which the user has seen it. */
const SOUND_MAX_MS = 60_000

/** Asks the user on each page whether they are safe. */
export function RollCallOverlay() {
  const me = useMe()
  return me ? <Questions key={me.id} myId={me.id} /> : null
}

const including = (ids: ReadonlySet<string>, id: string) => new Set([...ids, id])
const excluding = (ids: ReadonlySet<string>, removed: readonly string[]) =>
  new Set([...ids].filter((id) => !removed.includes(id)))
const none: ReadonlySet<string> = new Set()

/** An answer that the user has given here. */
interface Answered {
  readonly rollCall: RollCallForViewer
  readonly state: PersonState
}

const without = (all: readonly Answered[], id: string) => all.filter(({ rollCall }) => rollCall.id !== id)

function Questions({ myId }: { myId: string }) {
  const { data } = useQuery(openRollCallsQuery)
  const connection = useConnection()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const unsent = [...useUnsentAnswers(), ...useUnsentForOthers()]
  /** Ids of questions that the user closed without an answer. */
  const [later, setLater] = useState(none)
  /** Ids of questions whose sound is over on this page. */
  const [heard, setHeard] = useState(none)
  /** When the user had last opened the questions that were then asked again, by their ids. */
  const [repeated, setRepeated] = useState<ReadonlyMap<string, string | null>>(new Map())
  /** The answers of the user on this page, the newest last. Their dialogs are shown one after another. */
  const [answers, setAnswers] = useState<readonly Answered[]>([])
  const open = data?.items ?? []
  const questions = questionsOf(open, myId, unsent)
  const isRepeated = ({ id, viewer }: RollCallForViewer) => repeated.get(id) === viewer.seenAt
  /** On its page a question is shown already, until it is repeated. */
  const question = questions.find((each) => !later.has(each.id) && (path !== rollCallHref(each.id) || isRepeated(each)))
  const answered = answers.at(-1)
  const isAlarmShown = useAlarmShown()
  /** While an alarm is on the screen, also as a banner, a question covers only a part of the page. */
  const isFull = question?.isUrgent === true && !isAlarmShown

  useEvent('roll-call:repeat', ({ rollCallIds }) => {
    setLater((ids) => excluding(ids, rollCallIds))
    setHeard((ids) => excluding(ids, rollCallIds))
    const seen = rollCallIds.map((id) => [id, open.find((each) => each.id === id)?.viewer.seenAt ?? null] as const)
    setRepeated((known) => new Map([...known, ...seen]))
  })

  useEvent('roll-call:ended', (ended) => {
    const isAsked = open.some(({ id, viewer }) => id === ended.id && viewer.isAsked)
    if (isAsked && ended.askedBy.id !== myId && path !== rollCallHref(ended.id))
      void retryUntilLoaded(() => withTexts(() => import('./roll-call-ended.ts'))).then(({ showEnd }) => showEnd(ended))
  })

  // The user opens the page of a repeated question, which they then see there.
  const seenHere = questions.find((each) => path === rollCallHref(each.id) && isRepeated(each))
  const [knownPath, setKnownPath] = useState(path)
  if (path !== knownPath) {
    setKnownPath(path)
    if (seenHere) setLater((ids) => including(ids, seenHere.id))
  }
  const markOpened = useEffectEvent(() => {
    if (seenHere) markRollCallSeen(seenHere.id)
  })
  useEffect(() => markOpened(), [path])

  const asked = open.flatMap(({ id, viewer }) => (viewer.isAsked ? id : [])).join(' ')
  useEffect(() => {
    if (asked !== '' && connection === 'online') void reportDelivered(asked.split(' '))
  }, [asked, connection])

  const isUnseen = (each: RollCallForViewer) => each.viewer.seenAt === null || isRepeated(each)
  const isNew = (each: RollCallForViewer) => !heard.has(each.id) && isUnseen(each)
  const endSound = (id: string) => setHeard((ids) => including(ids, id))
  const answer = async (rollCall: RollCallForViewer, state: PersonState) => {
    endSound(rollCall.id)
    // Its dialog asks for the dependants who are silent.
    setLater((ids) => including(ids, rollCall.id))
    setAnswers((all) => [...without(all, rollCall.id), { rollCall, state }])
    const outcome = await answerRollCall({ rollCallId: rollCall.id, state })
    if (outcome !== 'refused') return
    setLater((ids) => excluding(ids, [rollCall.id]))
    setAnswers((all) => without(all, rollCall.id))
  }

  return (
    <>
      {question && (
        <Uncovered key={`${question.id} ${isFull}`} isFull={isFull}>
          {connection !== 'offline' && isNew(question) && (
            <QuestionSound rollCall={question} onPlayed={() => endSound(question.id)} />
          )}
          <LazyContent>
            <RollCallQuestion
              rollCall={question}
              isFull={isFull}
              isSounding={question.isUrgent && isNew(question)}
              onTouch={() => {
                endSound(question.id)
                if (isUnseen(question)) markRollCallSeen(question.id)
              }}
              onAnswer={(state) => void answer(question, state)}
              onLater={() => setLater((ids) => including(ids, question.id))}
            />
          </LazyContent>
        </Uncovered>
      )}
      {answered && (
        <LazyContent>
          <Answer
            key={answered.rollCall.id}
            {...answered}
            onClose={() => setAnswers((all) => without(all, answered.rollCall.id))}
          />
        </LazyContent>
      )}
    </>
  )
}

/** An answer with the newest state of its roll-call. */
function Answer({ rollCall, ...props }: Answered & { onClose: () => void }) {
  const { data } = useQuery({ ...rollCallQuery(rollCall.id), initialData: rollCall, staleTime: Infinity })
  return <AnsweredDialog rollCall={data} {...props} />
}

/**
 * Keeps a question back while an alarm or the dialog of the user's own SOS covers the page.
 * @param isFull the question covers the page itself once it is open
 */
function Uncovered({ isFull, children }: { isFull: boolean; children: ReactNode }) {
  const isCovered = useHasTopDialog()
  const [isOpened, setOpened] = useState(false)
  if (!isCovered && !isOpened) setOpened(true)
  return (isFull ? isOpened : !isCovered) && children
}

/** The sound of a question: the alarm until the user touches an urgent one, otherwise one hint. Alarms go first. */
function QuestionSound({ rollCall: { isUrgent, isDrill }, onPlayed }: { rollCall: RollCallForViewer; onPlayed: () => void }) {
  const isAlarmShown = useAlarmShown()
  const end = useEffectEvent(onPlayed)
  useEffect(() => {
    if (isAlarmShown) return
    if (!isUrgent) {
      playMessageSound()
      end()
      return
    }
    const begin = setTimeout(startQuestionSound, isDrill ? DRILL_NOTICE_MS : 0)
    const over = setTimeout(end, SOUND_MAX_MS)
    return () => {
      clearTimeout(begin)
      clearTimeout(over)
      stopQuestionSound()
    }
  }, [isAlarmShown, isUrgent, isDrill])
  return null
}
