import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { type CaptureProblem, CaptureError, closeStream, openStream, type Wanted } from '../platform/media-capture.ts'
import type { MessageKey } from '../platform/i18n.ts'
import { toastWarning } from './toast.tsx'

/** The camera or microphone while the component is there; it is let go of as soon as it is not. */
export function useMediaStream(wanted: Wanted, onProblem: (problem: CaptureProblem) => void): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const fail = useEffectEvent(onProblem)
  const key = JSON.stringify(wanted)
  useEffect(() => {
    let isOver = false
    let opened: MediaStream | null = null
    const open = async () => {
      try {
        // `as`: what was written as JSON above is read again, so that an equal wish does not open the camera anew.
        opened = await openStream(JSON.parse(key) as Wanted)
        if (isOver) closeStream(opened)
        else setStream(opened)
      } catch (error) {
        if (!isOver) fail(error instanceof CaptureError ? error.problem : 'failed')
      }
    }
    void open()
    return () => {
      isOver = true
      setStream(null)
      if (opened) closeStream(opened)
    }
  }, [key])
  return stream
}

/** Specification, section 8: what the person is told. */
export function warnOfProblem(problem: CaptureProblem, grantKey: MessageKey) {
  if (problem === 'denied') toastWarning(grantKey)
  else toastWarning(problem === 'failed' ? 'media.fetchFailed' : 'media.notAvailable')
}

const urls = new WeakMap<Blob, { readonly url: string; users: number }>()

const urlOf = (blob: Blob) => {
  const known = urls.get(blob) ?? { url: URL.createObjectURL(blob), users: 0 }
  urls.set(blob, known)
  return known
}

/** An address for a blob; given back when the last component that shows it has gone. */
export function useObjectUrl(blob: Blob | null): string | undefined {
  const use = useCallback(() => {
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
  return useSyncExternalStore(use, () => (blob ? urlOf(blob).url : undefined))
}
