import { nameIn } from '@noroshi/contract/accounts/person-name'
import { textIn } from '@noroshi/contract/texts'
import type { CallChange } from '@noroshi/contract/calls/calls.events'
import { CALL_MISSED_MS } from '@noroshi/contract/limits'
import { definePush } from '#/features/push/push-kind.service.ts'
import { ringingOf } from './ringing.service.ts'

/** Changes of a session of a call after which it no longer rings. */
const RINGING_OVER: ReadonlySet<CallChange> = new Set([
  'accepted',
  'rejected',
  'unreachable',
  'missed',
  'disconnected',
  'remove_on_existing_call',
])

/** Calls that ring. Their subject is the session of the user. */
export const callPush = definePush({
  kind: 'call',
  events: ['call-session:incoming', 'call-session:updated'],
  async handle(push, events) {
    for (const { name, payload } of events) {
      if (name === 'call-session:incoming') await push.show(payload.session.id, [payload.session.ReceiverId])
      else if (RINGING_OVER.has(payload.kind)) await push.remove(payload.session.id)
    }
  },
  async content(db, { entity_id: id, user_id, language, tag }, isShown) {
    const ringing = await ringingOf(db, id, user_id)
    if (ringing === null || (isShown && !ringing.isRinging)) return null
    const { callId, isGroupCall, caller, groupName, isMissed } = ringing
    const title = groupName ?? nameIn(language, caller)
    const shown = isGroupCall ? 'calls.incomingGroup' : 'calls.incoming'
    const ended = isMissed ? 'push.call.missed' : 'push.call.ended'
    const kind = isShown ? 'call' : 'callEnded'
    return { kind, id, tag, callId, isGroupCall, isMissed, title, body: textIn(language, isShown ? shown : ended) }
  },
  unreadable: ({ entity_id: id, language, tag }) => ({
    kind: 'callEnded',
    id,
    tag,
    callId: id,
    isGroupCall: false,
    isMissed: false,
    title: textIn(language, 'calls.title'),
    body: textIn(language, 'push.call.ended'),
  }),
  expires: CALL_MISSED_MS,
  collapse: 0,
  urgency: 'alarm',
  isRemovedOnApple: true,
})
