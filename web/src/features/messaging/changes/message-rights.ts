import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import { MESSAGE_EDIT_HOURS } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'

const HOUR = 3_600_000

/** What the viewer may do with a message. The server decides again. */
export interface MessageRights {
  readonly mayReply: boolean
  readonly mayReact: boolean
  readonly mayEdit: boolean
  readonly mayDelete: boolean
  readonly mayForward: boolean
  readonly mayPin: boolean
  readonly maySelect: boolean
  readonly mayHide: boolean
  /** See who has received and read it. */
  readonly maySeeInfo: boolean
  readonly mayReport: boolean
}

/** Who looks at a message, and where. */
export interface MessageReader {
  readonly viewer: Viewer
  /** The viewer may write to the thread. */
  readonly mayWrite: boolean
  /** The viewer is an admin of the group. */
  readonly isGroupAdmin: boolean
  readonly now: Date
}

/**
 * The chat of an alert is a record: nothing in it is edited or deleted. The radio has no text field for replies and no pins, and the
 * speaker corrects a transmission at its line.
 */
export function rightsOf(message: Message, { viewer, mayWrite, isGroupAdmin, now }: MessageReader): MessageRights {
  const { SenderId: senderId, alertId, deletion, poll, createdAt, messageType } = message
  const isChangeable = alertId === null && deletion === undefined && viewer !== null
  const isChat = messageType !== 'asrChat'
  const facts = { senderId, isGroupAdmin }
  const isRecent = now.getTime() - Date.parse(createdAt) < MESSAGE_EDIT_HOURS * HOUR
  return {
    mayReply: isChat && mayWrite && deletion === undefined,
    mayReact: mayWrite && deletion === undefined && viewer !== null,
    // The votes are about the question as it was.
    mayEdit: isChat && isChangeable && poll === undefined && mayWrite && isRecent && can(viewer, 'message:edit', facts),
    mayDelete: isChangeable && can(viewer, 'message:delete', facts),
    mayForward: isChangeable,
    mayPin: isChat && isChangeable && mayWrite,
    maySelect: isChat,
    mayHide: alertId === null && viewer !== null,
    mayReport: deletion === undefined && viewer !== null && viewer.id !== senderId,
    maySeeInfo: isChangeable && can(viewer, 'message:info', facts),
  }
}
