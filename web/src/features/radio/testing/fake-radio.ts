import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { RadioChat, RadioFloor, RadioLocation } from '@noroshi/contract/radio/radio.http'

export const idOf = (kind: number, number: number) => `0199000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`
const at = '2026-11-21T09:00:00.000Z'
export const [me, aiko] = [idOf(1, 1), idOf(1, 2)]
export const threadId = idOf(2, 1)
export const person = (id: string) => ({ id, firstName: id.slice(-1), lastName: '', fullName: id.slice(-1), avatarUrl: null })

/** Returns a radio chat that Aiko has started. */
export const aRadioChat = (changes: Partial<RadioChat> = {}): RadioChat => ({
  id: idOf(3, 1),
  MessageThreadId: threadId,
  startedBy: person(aiko),
  startedAt: at,
  members: [person(aiko)],
  endedAt: null,
  version: 1,
  ...changes,
})

/** Returns the radio chat after its end. */
export const ended = (radioChat: RadioChat): RadioChat => ({
  ...radioChat,
  members: [],
  endedAt: at,
  version: radioChat.version + 1,
})

export const aFloor = (version: number, speakerId: string | null, changes: Partial<RadioFloor> = {}): RadioFloor => ({
  messageThreadId: threadId,
  radioChatId: idOf(3, 1),
  speakerId,
  speaker: speakerId === null ? null : person(speakerId),
  endpointId: null,
  transmissionId: null,
  endsAt: null,
  language: null,
  endsWithUtterance: false,
  queue: [],
  version,
  ...changes,
})

/** Returns a message that Aiko said in the radio chat. */
export const aMessage = (seq: number, changes: Partial<Message> = {}): Message => ({
  id: idOf(4, seq),
  MessageThreadId: threadId,
  seq,
  text: '',
  SenderId: aiko,
  sender: person(aiko),
  messageType: 'asrChat',
  status: 'sent',
  messageMedias: [],
  latitude: null,
  longitude: null,
  alertId: null,
  isGroupMessage: true,
  userId: [],
  createdAt: at,
  messageAt: at,
  updatedAt: at,
  version: 1,
  clientId: null,
  ...changes,
  radio: {
    radioChatId: idOf(3, 1),
    durationMs: 2_000,
    language: 'en',
    transcription: 'pending',
    isCorrected: false,
    ...changes.radio,
  },
})

/** Returns a location of Aiko. */
export const aLocation = (minute: number): RadioLocation => ({
  user: person(aiko),
  latitude: 38,
  longitude: 140 + minute,
  accuracy: 5,
  at: `2026-11-21T09:0${minute}:00.000Z`,
})
