import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertToken } from '../../platform/alert-tokens.ts'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { newId } from '../../platform/ids.ts'
import type { Place } from '../../ui/map/distance.ts'
import { toastSuccess } from '../../ui/toast.tsx'
import { keepAlert } from './alert-cache.ts'

export interface Information {
  readonly files?: readonly File[]
  readonly caption?: string
  readonly textContent?: string
  readonly place?: Place | null
}

type State =
  | { readonly status: 'ready' }
  | { readonly status: 'sending'; readonly percent: number }
  | { readonly status: 'failed'; readonly why: string }

/** The same content is sent under the same id, so that trying again never adds it twice. */
const sameContent = ({ files = [], caption, textContent, place }: Information) =>
  JSON.stringify([files.map(({ name, size, lastModified }) => [name, size, lastModified]), caption, textContent, place])

/** Sends more about an alert. What could not be sent stays with the caller. */
export function useAddInformation(alertId: string, onDone: () => void) {
  const cache = useQueryClient()
  const [state, setState] = useState<State>({ status: 'ready' })
  const attempt = useRef<{ content: string; clientId: string } | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (information: Information) => {
    const content = sameContent(information)
    if (attempt.current?.content !== content) attempt.current = { content, clientId: newId() }
    const { files = [], caption = '', textContent = '', place } = information
    const control = new AbortController()
    abort.current = control
    setState({ status: 'sending', percent: 0 })
    try {
      const alert = await call(alertRoutes.upload, {
        form: {
          alertId,
          caption,
          textContent,
          latitude: place ? String(place.latitude) : '',
          longitude: place ? String(place.longitude) : '',
          clientId: attempt.current.clientId,
        },
        files: files.map((file) => ({ field: 'files', file, name: file.name })),
        alertToken: alertToken(alertId),
        signal: control.signal,
        onProgress: (percent) => setState({ status: 'sending', percent }),
      })
      keepAlert(cache, alert)
      setState({ status: 'ready' })
      toastSuccess('alerts.add.sent')
      onDone()
    } catch (error) {
      setState(
        control.signal.aborted ? { status: 'ready' } : { status: 'failed', why: error instanceof ApiError ? error.message : '' },
      )
    }
  }
  return { state, send: (information: Information) => void send(information), cancel: () => abort.current?.abort() }
}
