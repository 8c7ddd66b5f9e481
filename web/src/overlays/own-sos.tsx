import { type ReactNode, useEffect, useState } from 'react'
import { SosCountdown, SosKept, SosSending } from '../features/alerts/sos/sos-dialog.tsx'
import { SosPending } from '../features/alerts/sos/sos-pending.tsx'
import { useUnsentSos } from '../features/alerts/sos/unsent-sos.ts'
import { sosRaiser, useRaiseView } from '../features/alerts/sos/raise.ts'

/** Returns which dialog of the user's own SOS is open. The dialog of each SOS opens by itself and can be hidden. */
export function useOwnSos() {
  const { stage, clientId } = useRaiseView()
  const unsent = useUnsentSos()
  const [hiddenId, setHidden] = useState<string | null>(null)
  const [requestedId, setRequested] = useState<string | null>(null)
  useEffect(() => sosRaiser.onRepeated(() => setHidden(null)), [])
  const isRequested = requestedId !== null && unsent.some((sos) => sos.clientId === requestedId)
  const isHidden = hiddenId === clientId
  const dialog =
    stage === 'countdown' || stage === 'awaitingSpeech'
      ? ('countdown' as const)
      : (stage === 'sending' || stage === 'kept') && !isHidden
        ? stage
        : isRequested
          ? ('requested' as const)
          : null
  return {
    stage,
    dialog,
    /** Client id of the unsent SOS that the dialog is about. */
    unsentId: dialog === 'requested' && requestedId !== null ? requestedId : clientId,
    show: setRequested,
    hide: () => (dialog === 'requested' ? setRequested(null) : setHidden(clientId)),
  }
}
export type OwnSos = ReturnType<typeof useOwnSos>

/** The dialog of the user's own SOS. While it is hidden, a banner shows that an SOS is not sent yet. */
export function OwnSosOverlay({ own, footer }: { own: OwnSos; footer: ReactNode }) {
  if (own.dialog === 'countdown') return <SosCountdown footer={footer} />
  if (own.dialog === 'sending') return <SosSending footer={footer} />
  if (own.dialog === null) return <SosPending onShow={own.show} />
  return <SosKept key={own.unsentId} clientId={own.unsentId} onHide={own.hide} footer={footer} />
}
