import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { type ChatFacts, createChatScroll } from './create-chat-scroll.ts'

/** {@link createChatScroll} for as long as a chat is on the screen. */
export function useChatScroll(facts: ChatFacts) {
  const [scroll] = useState(createChatScroll)
  useLayoutEffect(() => scroll.update(facts))
  const { isAway, hasNews } = useSyncExternalStore(scroll.watch, scroll.view)
  return { isAway, hasNews, attach: scroll.attach, note: scroll.note, toEnd: scroll.toEnd, takeFocus: scroll.takeFocus }
}
