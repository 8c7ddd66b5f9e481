import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertToken } from '../../../platform/session/alert-tokens.ts'
import { createContentIds } from '../../../platform/forms/content-ids.ts'
import { coordinatesOf } from '../../../platform/device/coordinates.ts'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { call } from '../../../platform/connection/http.ts'
import type { LatLng } from '../../../ui/map/distance.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { alertStore, receiveAlert } from '../alert-store.ts'

export interface Information {
  readonly files?: readonly File[]
  readonly caption?: string
  readonly textContent?: string
  readonly location?: LatLng | null
}

type State =
  | { readonly status: 'ready' }
  | { readonly status: 'sending'; readonly percent: number }
  | { readonly status: 'failed'; readonly reason: string }

/** Adds information to an alert. After a failure the caller still has the content and can send it again. */
export function useAddInformation(alertId: string, onDone: () => void) {
  const cache = useQueryClient()
  const [state, setState] = useState<State>({ status: 'ready' })
  const [clientIdOf] = useState(createContentIds)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (information: Information) => {
    const { files = [], caption = '', textContent = '', location } = information
    const controller = new AbortController()
    abort.current = controller
    setState({ status: 'sending', percent: 0 })
    try {
      const alert = await call(alertRoutes.upload, {
        form: {
          alertId,
          caption,
          textContent,
          ...coordinatesOf(location),
          clientId: clientIdOf({ caption, textContent, location }, files),
        },
        files: files.map((file) => ({ field: 'files', file, name: file.name })),
        alertToken: alertToken(alertId),
        signal: controller.signal,
        onProgress: (percent) => setState({ status: 'sending', percent }),
      })
      receiveAlert(alertStore(cache), alert)
      setState({ status: 'ready' })
      toastSuccess('alerts.add.sent')
      onDone()
    } catch (error) {
      setState(
        controller.signal.aborted
          ? { status: 'ready' }
          : { status: 'failed', reason: error instanceof ApiError ? error.message : '' },
      )
    }
  }
  return { state, send: (information: Information) => void send(information), cancel: () => abort.current?.abort() }
}
