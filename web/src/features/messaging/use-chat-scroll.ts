import { useLayoutEffect, useState } from 'react'
import { useObservable } from '../../platform/observable.ts'
import { type ChatFacts, createChatScroll } from './create-chat-scroll.ts'

/** Creates a {@link createChatScroll} for the mounted chat. */
export function useChatScroll(facts: ChatFacts) {
  const [scroll] = useState(createChatScroll)
  useLayoutEffect(() => scroll.update(facts))
  const { isAway, hasNews } = useObservable(scroll.view)
  const { attach, onScroll, scrollToEnd, seekEnd, openAt, takeFocus } = scroll
  return { isAway, hasNews, attach, onScroll, scrollToEnd, seekEnd, openAt, takeFocus }
}
