import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useObservable } from '../../platform/observable.ts'
import { currentRadio, joinRadio } from './current-radio.ts'
import { RadioRoom, type RadioView } from './media/radio-room.ts'
import { radioLocationsQuery, radioQuery } from './radio.queries.ts'
import { radioStore, receiveFloor, receiveRadioChat } from './radio-store.ts'

function createRoom(cache: QueryClient, threadId: string, myId: string): RadioRoom {
  const onJoined: ConstructorParameters<typeof RadioRoom>[0]['onJoined'] = ({ radioChat, floor }) => {
    receiveRadioChat(radioStore(cache), radioChat)
    receiveFloor(radioStore(cache), floor)
    // Locations are hints for connected pages: after a reconnect, the page reads the earlier ones.
    void cache.invalidateQueries({ queryKey: radioLocationsQuery(threadId).queryKey })
  }
  const onRefused = () => void cache.invalidateQueries({ queryKey: radioQuery(threadId).queryKey })
  return new RadioRoom({ threadId, myId, onJoined, onRefused })
}

/**
 * Joins a radio chat with this page while it runs. The page stays in it when the component is unmounted.
 * @param radioChatId the running radio chat, or null: there is nothing to join
 */
export function useRadioRoom(threadId: string, radioChatId: string | null, myId: string): { room: RadioRoom; view: RadioView } {
  const cache = useQueryClient()
  const [room] = useState(() => {
    const current = currentRadio.get()
    return current?.threadId === threadId && current.myId === myId ? current.room : createRoom(cache, threadId, myId)
  })
  useEffect(() => {
    if (radioChatId !== null) joinRadio({ threadId, radioChatId, myId, room })
  }, [threadId, room, radioChatId, myId])
  return { room, view: useObservable(room.view) }
}
