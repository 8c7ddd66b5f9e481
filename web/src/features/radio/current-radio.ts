import { onHeadsetButton } from '../../platform/audio/headset-button.ts'
import { createObservable, type ReadonlyObservable, useObservable } from '../../platform/observable.ts'
import { accessToken, onAccessToken } from '../../platform/session/session.ts'
import type { RadioRoom } from './media/radio-room.ts'

interface RadioOfPage {
  readonly threadId: string
  readonly radioChatId: string
  readonly myId: string
  readonly room: RadioRoom
}

/** The radio chat that this page takes part in. It goes on while the user moves to other screens. */
export interface CurrentRadio extends RadioOfPage {
  /** Leaves the radio chat. */
  readonly leave: () => void
}

const current = createObservable<CurrentRadio | null>(null)

/** The radio chat that this page takes part in; null without one. */
export const currentRadio: ReadonlyObservable<CurrentRadio | null> = current

export const useCurrentRadio = (): CurrentRadio | null => useObservable(current)

/** Joins a radio chat with this page, until the user leaves it, it is over, or the session ends. It leaves another one. */
export function joinRadio(radio: RadioOfPage): void {
  const before = current.get()
  if (before?.room === radio.room && before.radioChatId === radio.radioChatId) return
  before?.leave()
  const cleanups: (() => void)[] = []
  const leave = () => {
    for (const cleanup of cleanups.splice(0)) cleanup()
    if (current.get()?.leave === leave) current.set(null)
  }
  current.set({ ...radio, leave })
  radio.room.open()
  cleanups.push(
    onHeadsetButton(() => radio.room.toggle()),
    () => radio.room.close(),
    onAccessToken(() => {
      if (accessToken() === null) leave()
    }),
  )
}
