import type { ReactNode } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { InstallCheck, StoredCheck } from './app-checks.tsx'
import { CameraCheck, MicrophoneCheck } from './media-checks.tsx'
import { ConnectionCheck, LocationCheck, SecureCheck, SoundCheck } from './other-checks.tsx'
import css from './readiness.module.css'

/**
 * The capabilities of this device, and advice for those that are missing.
 * @param props.children the checks of other features
 */
export function Readiness({ children }: { children?: ReactNode }) {
  const text = useText()
  return (
    <div className={css.column}>
      <p>{text('ready.intro')}</p>
      <SecureCheck />
      <ConnectionCheck />
      <InstallCheck />
      <StoredCheck />
      <SoundCheck />
      <MicrophoneCheck />
      <CameraCheck />
      <LocationCheck />
      {children}
    </div>
  )
}
