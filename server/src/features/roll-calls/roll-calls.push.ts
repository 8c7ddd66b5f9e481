import type { Language } from '@noroshi/contract/i18n'
import type { StateSource } from '@noroshi/contract/roll-calls/roll-calls'
import { textIn } from '@noroshi/contract/texts'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { definePush, type PushWriter } from '#/features/push/push-kind.service.ts'
import type { ConsumedEvent } from '#/realtime/consumers.ts'
import { userOfRooms } from '#/realtime/rooms.ts'
import { peopleIdsOf, rollCallById, type RollCallRow } from './roll-calls.sql.ts'

/** Milliseconds after which a question is no longer sent to a device. */
const EXPIRES = 24 * 3_600_000

/** The kinds of the rows. An urgent question is sent as an alarm is, another one as a message is. */
const KINDS = { urgent: 'rollCall', normal: 'rollCallNotice' } as const

/** Roll-calls of one loudness that ask the user, and their ends. */
const pushOf = (isUrgent: boolean) =>
  definePush({
    kind: isUrgent ? KINDS.urgent : KINDS.normal,
    events: ['roll-call:asked', 'roll-call:repeat', 'roll-call:answered', 'roll-call:dependant', 'roll-call:ended'],
    async handle(push, events) {
      for (const event of events) {
        if (event.name === 'roll-call:asked') {
          if (event.payload.isUrgent === isUrgent) await show(push, event.payload.id, event.payload.askedBy.id)
        } else if (event.name === 'roll-call:repeat') {
          for (const id of event.payload.rollCallIds) {
            const row = await rollCallById(push.tx, id, null)
            if (row?.is_urgent === isUrgent) await show(push, id, row.asker.id)
          }
        } else if (event.name === 'roll-call:ended') {
          if (event.payload.isUrgent === isUrgent)
            await push.show(event.payload.id, await peopleIdsOf(push.tx, event.payload.id, 'all'))
        } else {
          const userId = userOfRooms(event.rooms)
          const kind = isUrgent ? KINDS.urgent : KINDS.normal
          if (userId !== undefined && (await endsNotification(push, event, userId)))
            await push.remove(event.payload.rollCallId, { kind, userId })
        }
      }
    },
    async content(db, { entity_id: id, user_id, language, tag }, isShown): Promise<PushPayload | null> {
      const row = await rollCallById(db, id, user_id)
      if (row === undefined || !row.is_asked) return null
      const subject = { id, tag, isUrgent, isDrill: row.is_drill, title: titleOf(row, language) }
      if (row.closed_at !== null) return { ...subject, kind: 'rollCallOver', body: summaryOf(row, language) }
      if (isShown) {
        if (isAnswered(row)) return null
        return { ...subject, kind: 'rollCall', body: textIn(language, 'push.rollCall.open') }
      }
      return { ...subject, kind: 'rollCallOver', body: textIn(language, 'push.rollCall.answered') }
    },
    unreadable: ({ entity_id: id, language, tag }) => ({
      kind: 'rollCallOver',
      id,
      tag,
      isUrgent: false,
      isDrill: false,
      title: textIn(language, 'rollCalls.one'),
      body: textIn(language, 'push.rollCall.ended'),
    }),
    expires: EXPIRES,
    collapse: 0,
    urgency: isUrgent ? 'alarm' : 'message',
    isRemovedOnApple: true,
  })

export const rollCallPush = [pushOf(true), pushOf(false)]

/**
 * Whether an answer ends the notification of a user: an own one, after which a reminder notifies again while there is none about a
 * dependant, or the last one about their dependants.
 */
async function endsNotification(
  push: PushWriter,
  event: ConsumedEvent<'roll-call:answered' | 'roll-call:dependant'>,
  userId: string,
): Promise<boolean> {
  if (event.name === 'roll-call:answered') return isOfPerson(event.payload.viewer.answer?.source)
  if (event.payload.dependant.answer === null) return false
  const row = await rollCallById(push.tx, event.payload.rollCallId, userId)
  return row !== undefined && isAnswered(row)
}

/** Notifies the silent people except the asker, who knows the question. */
async function show(push: PushWriter, id: string, askerId: string): Promise<void> {
  const silent = await peopleIdsOf(push.tx, id, 'silent')
  const others = silent.filter((userId) => userId !== askerId)
  await push.show(id, others, { isUnlimited: true })
}

/** Whether the person answered. What others said of them answers nothing for them. */
const isOfPerson = (source: StateSource | undefined): boolean => source === 'self' || source === 'voice' || source === 'link'

/** Whether the viewer of the row answered, and there is an answer about each of their dependants. */
const isAnswered = ({ my_state, my_dependants }: RollCallRow): boolean =>
  isOfPerson(my_state?.source) && (my_dependants ?? []).every(({ answer }) => answer !== null)

const titleOf = ({ title, is_drill: isDrill }: RollCallRow, language: Language): string =>
  isDrill ? textIn(language, 'push.rollCall.drill', { title }) : title

/** Returns the numbers of a roll-call that ended. Its text is on its page. */
const summaryOf = ({ asked, safe, injured, need_help: needHelp }: RollCallRow, language: Language): string =>
  textIn(language, 'rollCalls.summary', { safe, injured, needHelp, silent: asked - safe - injured - needHelp })
