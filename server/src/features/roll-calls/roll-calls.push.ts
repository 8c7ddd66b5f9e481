import type { Language } from '@noroshi/contract/i18n'
import type { StateSource } from '@noroshi/contract/roll-calls/roll-calls'
import { textIn } from '@noroshi/contract/texts'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { definePush } from '#/features/push/push-kind.service.ts'
import { userOfRooms } from '#/realtime/rooms.ts'
import { peopleIdsOf, rollCallById, type RollCallRow } from './roll-calls.sql.ts'

/** Milliseconds after which a question is no longer sent to a device. */
const EXPIRES = 24 * 3_600_000

/** Roll-calls that ask the user, and their ends. */
export const rollCallPush = definePush({
  kind: 'rollCall',
  events: ['roll-call:asked', 'roll-call:repeat', 'roll-call:answered', 'roll-call:ended'],
  async handle(push, events) {
    for (const event of events) {
      if (event.name === 'roll-call:asked') {
        const silent = await peopleIdsOf(push.tx, event.payload.id, 'silent')
        const others = silent.filter((id) => id !== event.payload.askedBy.id)
        await push.show(event.payload.id, others, { isUnlimited: true })
      } else if (event.name === 'roll-call:repeat') {
        for (const id of event.payload.rollCallIds) {
          const asker = (await rollCallById(push.tx, id, null))?.asker.id
          const silent = await peopleIdsOf(push.tx, id, 'silent')
          await push.show(
            id,
            silent.filter((userId) => userId !== asker),
            { isUnlimited: true },
          )
        }
      } else if (event.name === 'roll-call:ended') {
        await push.show(event.payload.id, await peopleIdsOf(push.tx, event.payload.id, 'all'))
      } else if (isOfPerson(event.payload.viewer.answer?.source)) {
        const userId = userOfRooms(event.rooms)
        if (userId !== undefined) await push.remove(event.payload.rollCallId, { kind: 'rollCall', userId })
      }
    }
  },
  async content(db, { entity_id: id, user_id, language, tag }, isShown): Promise<PushPayload | null> {
    const row = await rollCallById(db, id, user_id)
    if (row === undefined || !row.is_asked) return null
    const { is_urgent: isUrgent } = row
    const title = titleOf(row, language)
    if (row.closed_at !== null) return { kind: 'rollCallOver', id, tag, isUrgent, title, body: summaryOf(row, language) }
    if (isShown) {
      if (isOfPerson(row.my_state?.source)) return null
      return { kind: 'rollCall', id, tag, isUrgent, title, body: textIn(language, 'push.rollCall.open') }
    }
    return { kind: 'rollCallOver', id, tag, isUrgent, title, body: textIn(language, 'push.rollCall.answered') }
  },
  unreadable: ({ entity_id: id, language, tag }) => ({
    kind: 'rollCallOver',
    id,
    tag,
    isUrgent: false,
    title: textIn(language, 'rollCalls.one'),
    body: textIn(language, 'push.rollCall.ended'),
  }),
  expires: EXPIRES,
  collapse: 0,
  urgency: 'alarm',
  isRemovedOnApple: true,
})

/** Whether the person answered. What others said of them answers nothing for them. */
const isOfPerson = (source: StateSource | undefined): boolean => source === 'self' || source === 'voice' || source === 'link'

const titleOf = ({ title, is_drill: isDrill }: RollCallRow, language: Language): string =>
  isDrill ? textIn(language, 'push.rollCall.drill', { title }) : title

/** Returns the numbers of a roll-call that ended. Its text is on its page. */
const summaryOf = ({ asked, safe, injured, need_help: needHelp }: RollCallRow, language: Language): string =>
  textIn(language, 'rollCalls.summary', { safe, injured, needHelp, silent: asked - safe - injured - needHelp })
