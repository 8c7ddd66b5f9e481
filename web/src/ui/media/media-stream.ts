import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import {
  type CaptureProblem,
  CaptureError,
  closeStream,
  openStream,
  type CaptureRequest,
} from '../../platform/device/media-capture.ts'
import type { MessageKey } from '../../platform/language/i18n.ts'
import { toastWarning } from '../states/toast.tsx'

/** Opens the camera or microphone while the component is mounted, and stops it afterwards. */
export function useMediaStream(request: CaptureRequest, onProblem: (problem: CaptureProblem) => void): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const fail = useEffectEvent(onProblem)
  const key = JSON.stringify(request)
  useEffect(() => {
    let isUnmounted = false
    let opened: MediaStream | null = null
    const open = async () => {
      try {
        // `as`: this parses the JSON from above. An effect that depends on text does not open the camera again for an
        // equal request.
        opened = await openStream(JSON.parse(key) as CaptureRequest)
        if (isUnmounted) closeStream(opened)
        else setStream(opened)
      } catch (error) {
        if (!isUnmounted) fail(error instanceof CaptureError ? error.problem : 'failed')
      }
    }
    void open()
    return () => {
      isUnmounted = true
      setStream(null)
      if (opened) closeStream(opened)
    }
  }, [key])
  return stream
}

/** Shows the warning of a capture problem (specification, section 8). */
export function showCaptureWarning(problem: CaptureProblem, grantKey: MessageKey) {
  if (problem === 'denied') toastWarning(grantKey)
  else if (problem === 'busy') toastWarning('media.busy')
  else toastWarning(problem === 'failed' ? 'media.fetchFailed' : 'media.notAvailable')
}

const urls = new WeakMap<Blob, { readonly url: string; users: number }>()

const urlOf = (blob: Blob) => {
  const entry = urls.get(blob) ?? { url: URL.createObjectURL(blob), users: 0 }
  urls.set(blob, entry)
  return entry
}

/** Returns an object URL of a blob. It is revoked when the last component that uses it unmounts. */
export function useObjectUrl(blob: Blob | null): string | undefined {
  const acquireUrl = useCallback(() => {
    if (!blob) return () => undefined
    const shared = urlOf(blob)
    shared.users++
    return () => {
      shared.users--
      if (shared.users > 0) return
      urls.delete(blob)
      URL.revokeObjectURL(shared.url)
    }
  }, [blob])
  return useSyncExternalStore(acquireUrl, () => (blob ? urlOf(blob).url : undefined))
}
