import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onHeadsetButton } from '../../platform/audio/headset-button.ts'
import { useObservable } from '../../platform/observable.ts'
import { RadioRoom, type RadioView } from './media/radio-room.ts'
import { radioLocationsQuery, radioQuery } from './radio.queries.ts'
import { radioStore, receiveFloor, receiveRadioChat } from './radio-store.ts'

/**
 * Keeps this page in a radio chat while the component is mounted and the radio chat runs.
 * @param radioChatId the running radio chat, or null: there is nothing to join
 */
export function useRadioRoom(threadId: string, radioChatId: string | null, myId: string): { room: RadioRoom; view: RadioView } {
  const cache = useQueryClient()
  const [room] = useState(() => {
    const onJoined: ConstructorParameters<typeof RadioRoom>[0]['onJoined'] = ({ radioChat, floor }) => {
      receiveRadioChat(radioStore(cache), radioChat)
      receiveFloor(radioStore(cache), floor)
      // Locations are hints for connected pages: after a reconnect, the page reads the earlier ones.
      void cache.invalidateQueries({ queryKey: radioLocationsQuery(threadId).queryKey })
    }
    const onRefused = () => void cache.invalidateQueries({ queryKey: radioQuery(threadId).queryKey })
    return new RadioRoom({ threadId, myId, onJoined, onRefused })
  })
  useEffect(() => {
    if (radioChatId === null) return
    room.open()
    const stop = onHeadsetButton(() => room.toggle())
    return () => {
      stop()
      room.close()
    }
  }, [room, radioChatId])
  return { room, view: useObservable(room.view) }
}
