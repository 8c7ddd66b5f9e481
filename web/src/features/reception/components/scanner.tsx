import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { codeOfText } from '@noroshi/contract/reception/person-code'
import type { CaptureProblem } from '../../../platform/device/media-capture.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { CameraView } from '../../../ui/media/camera-view.tsx'
import { useMediaStream } from '../../../ui/media/media-stream.ts'
import css from './reception.module.css'

/** Milliseconds between two looks at the picture of the camera. */
const LOOK_EVERY_MS = 200
/** Milliseconds for which the same code is read once: it stays before the camera for a while. */
const SAME_CODE_MS = 4000
/** Width of the picture that is searched, in pixels. */
const WIDTH = 960

// The library would fetch its code from another origin.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

/** Returns the text of the first QR code in a picture. */
async function qrCodeIn(picture: ImageData): Promise<string | null> {
  const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
  return found?.isValid === true ? found.text : null
}

/** Reads the codes of people by the camera, one after the other. */
export function Scanner({ onCode }: { onCode: (code: string) => void }) {
  const text = useText()
  const [problem, setProblem] = useState<CaptureProblem | null>(null)
  const [isOther, setOther] = useState(false)
  const videoRef = useRef<HTMLVideoElement | null>(null)
  const request = { audio: false, video: { facing: 'environment', quality: 'medium' } } as const
  const stream = useMediaStream(request, setProblem)
  const last = useRef({ code: '', at: -Infinity })
  const receive = useEffectEvent((read: string) => {
    const code = codeOfText(read)
    setOther(code === null)
    if (code === null) return
    const at = performance.now()
    const isNew = code !== last.current.code || at - last.current.at > SAME_CODE_MS
    last.current = { code, at }
    if (isNew) onCode(code)
  })
  useEffect(() => {
    if (!stream) return
    const canvas = new OffscreenCanvas(1, 1)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    let isEnded = false
    let timer = 0
    const look = async () => {
      const video = videoRef.current
      if (video && context && video.videoWidth > 0) {
        canvas.width = Math.min(WIDTH, video.videoWidth)
        canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth)
        context.drawImage(video, 0, 0, canvas.width, canvas.height)
        const read = await qrCodeIn(context.getImageData(0, 0, canvas.width, canvas.height))
        if (read !== null && !isEnded) receive(read)
      }
    }
    const next = () => {
      timer = window.setTimeout(() => {
        void look()
          .catch(() => setProblem('failed'))
          .finally(() => {
            if (!isEnded) next()
          })
      }, LOOK_EVERY_MS)
    }
    next()
    return () => {
      isEnded = true
      clearTimeout(timer)
    }
  }, [stream])
  if (problem !== null)
    return <p role="alert">{text(problem === 'insecure' ? 'reception.scanNotSecure' : 'reception.scanFailed')}</p>
  return (
    <>
      <div className={css.camera}>
        {stream && <CameraView stream={stream} isMirrored={false} label={text('reception.scan')} videoRef={videoRef} />}
      </div>
      <p className={css.quiet} role="status">
        {text(isOther ? 'reception.scanOther' : 'reception.scanHint')}
      </p>
    </>
  )
}
