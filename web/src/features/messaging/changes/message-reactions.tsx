import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import css from './message-changes.module.css'
import { useMessageActions } from './message-actions-context.ts'

/** The reactions to a message. A press adds or takes back the own one. */
export function MessageReactions({ message }: { message: Message }) {
  const text = useText()
  const ownId = useCurrentUser()?.id ?? ''
  const { react, showReactions, mayReact } = useMessageActions()
  const { reactions = [] } = message
  return (
    <div className={css.reactions} role="group" aria-label={text('messages.reactions')} data-reactions>
      {reactions.map(({ emoji, count, userIds }) => {
        const isOwn = userIds.includes(ownId)
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isOwn}
            aria-label={text('messages.reactionOf', { emoji, count })}
            onClick={() => (mayReact ? react(message, isOwn ? null : emoji) : showReactions(message))}
          >
            <span aria-hidden="true">{emoji}</span>
            <span aria-hidden="true">{count}</span>
          </button>
        )
      })}
    </div>
  )
}
