import { useText } from '../../../platform/i18n.ts'
import { CameraCheck, MicrophoneCheck } from './media-checks.tsx'
import { ConnectionCheck, LocationCheck, SecureCheck, SoundCheck } from './other-checks.tsx'
import css from './readiness.module.css'

/** What this device can do, and what to do about the rest. */
export function Readiness() {
  const text = useText()
  return (
    <div className={css.column}>
      <p>{text('ready.intro')}</p>
      <SecureCheck />
      <ConnectionCheck />
      <SoundCheck />
      <MicrophoneCheck />
      <CameraCheck />
      <LocationCheck />
    </div>
  )
}
