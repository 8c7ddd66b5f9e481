import { IconX } from '@tabler/icons-react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { callAbilities } from '@noroshi/contract/calls/calls.abilities'
import { ringingSessionOf, sessionStateOf } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useCancelSession } from '../calls.changes.ts'
import type { ParticipantView, RoomView } from '../media/room-view.ts'
import { CallTile } from './call-tile.tsx'
import css from './call-stage.module.css'

interface Props {
  call: Call
  myId: string
  view: RoomView
}

/** The pictures of all participants. In a personal call the user's own picture is in a corner of the other's. */
export function CallStage({ call, myId, view }: Props) {
  const text = useText()
  const me = call.people.find(({ id }) => id === myId)
  const others = othersOf(call, myId)
  const own = me && (
    <CallTile
      person={me}
      name={text('calls.you')}
      label={text('calls.ownVideo')}
      stream={view.own.preview}
      hasCamera={view.own.hasCamera}
      isScreen={view.own.isScreen}
      isMuted={!view.own.hasMicrophone}
      isMirrored={view.own.facing === 'user' && !view.own.isScreen}
    />
  )
  return (
    <section className={css.stage} data-group={call.isGroupCall || undefined} aria-label={text('calls.participants')}>
      <ul className={css.tiles} data-count={others.length + (call.isGroupCall ? 1 : 0)}>
        {others.map((person) => (
          <li key={person.id}>
            <Participant call={call} person={person} participant={view.participants.get(person.id)} />
            {call.isGroupCall && <CancelInvitation call={call} person={person} />}
          </li>
        ))}
        <li className={call.isGroupCall ? undefined : css.own}>{own}</li>
      </ul>
    </section>
  )
}

/** The others in the call, and those whose session rings. */
function othersOf(call: Call, myId: string): readonly Person[] {
  const ringing = new Set(call.sessions.filter((each) => sessionStateOf(each) === 'ringing').map((each) => each.ReceiverId))
  const present = new Set(call.participants.map(({ userId }) => userId))
  return call.people.filter(({ id }) => id !== myId && (present.has(id) || ringing.has(id)))
}

/** Cancels the invitation of a person for whom the call rings, where the user may. */
function CancelInvitation({ call, person }: { call: Call; person: Person }) {
  const text = useText()
  const viewer = useCurrentUser()
  const { mutate, isPending } = useCancelSession()
  const session = ringingSessionOf(call, person.id)
  if (!session || !callAbilities['call:cancel'](viewer, { call, session })) return null
  return (
    <button
      type="button"
      className={css.cancel}
      aria-label={text('calls.cancelInvitation', { name: nameOf(person) })}
      disabled={isPending}
      onClick={() => mutate(session.id)}
    >
      <IconX size={18} stroke={2} aria-hidden="true" />
      {text('chrome.cancel')}
    </button>
  )
}

interface ParticipantProps {
  call: Call
  person: Person
  /** undefined: there is no connection yet. */
  participant: ParticipantView | undefined
}

function Participant({ call, person, participant }: ParticipantProps) {
  const text = useText()
  const isPresent = call.participants.some(({ userId }) => userId === person.id)
  const isLost = participant?.connection === 'lost'
  const note = !isPresent ? 'calls.ringing' : isLost ? 'calls.reconnecting' : 'calls.connecting'
  return (
    <CallTile
      person={person}
      name={nameOf(person)}
      label={text('calls.videoOf', { name: nameOf(person) })}
      stream={participant?.stream ?? null}
      hasCamera={participant?.hasVideo === true}
      isScreen={participant?.state?.isScreen === true}
      isMuted={participant?.state?.hasMicrophone === false}
      isSpeaking={participant?.isSpeaking}
      note={participant?.connection === 'connected' ? undefined : text(note)}
    />
  )
}
