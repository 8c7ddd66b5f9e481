import { z } from 'zod'
import { qualityLevels } from './quality.ts'
import { VideoReduction } from './video-reduction.ts'

/**
 * The media that a participant sends. Peers report it over their own connection, which works also while the server is
 * away.
 */
const PeerMessage = z.object({
  hasMicrophone: z.boolean(),
  hasCamera: z.boolean(),
  /** The video is a screen, which is shown whole. */
  isScreen: z.boolean(),
  /** The level of video that the connection of this participant bears. */
  wantedLevel: z.enum(qualityLevels).optional(),
  /** The degree by which this participant asks all others to reduce their video. */
  reduction: VideoReduction.optional(),
  /** false: the page is hidden and needs no video. */
  isWatching: z.boolean().optional(),
})
export type PeerState = z.infer<typeof PeerMessage>

/** Returns the state of the other side, or null if the message is none. */
export function readPeerMessage(data: unknown): PeerState | null {
  if (typeof data !== 'string') return null
  try {
    return PeerMessage.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}
