import type { OwnMedia } from './local-media.ts'
import type { Peer } from './peer.ts'
import type { PeerState } from './peer-state.ts'
import type { QualityLevel } from './quality.ts'

/** The connection to one participant, as the page shows it. */
export interface ParticipantView {
  readonly connection: 'connecting' | 'connected' | 'lost'
  readonly stream: MediaStream
  /** null until the participant has reported it. */
  readonly state: PeerState | null
  /** Their video arrives. It may arrive before the report. */
  readonly hasVideo: boolean
  readonly quality: QualityLevel
  readonly isSpeaking: boolean
}

export interface RoomView {
  readonly own: OwnMedia
  /** By user id. */
  readonly participants: ReadonlyMap<string, ParticipantView>
  /** 0 to 1. */
  readonly volume: number
}

export const viewOf = (peer: Peer): ParticipantView => ({
  connection: peer.isConnected ? 'connected' : peer.wasConnected ? 'lost' : 'connecting',
  stream: peer.remote,
  state: peer.remoteState,
  hasVideo: peer.remoteState?.hasCamera ?? peer.remote.getVideoTracks().some(({ muted }) => !muted),
  quality: peer.quality,
  // The level of the last sound is known for ten seconds after a microphone is muted.
  isSpeaking: peer.isSpeaking && peer.remoteState?.hasMicrophone !== false,
})

export const isSameView = (one: RoomView, other: RoomView): boolean =>
  JSON.stringify(toPlain(one)) === JSON.stringify(toPlain(other))

/** A form of the view whose text is equal when nothing changed. */
const toPlain = ({ own, participants, volume }: RoomView) => ({
  volume,
  own: { ...own, preview: own.preview?.id },
  participants: [...participants].map(([id, each]) => [
    id,
    { ...each, stream: each.stream.id, tracks: each.stream.getTracks().length },
  ]),
})
