import { Button } from '@mantine/core'
import { IconMapPin, IconShieldLock, IconVolume, IconWifi } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { startAlarm, stopAlarm } from '../../../platform/audio/alarm-sound.ts'
import { useSoundState } from '../../../platform/audio/output.ts'
import { currentLocation, type LocationFix } from '../../../platform/device/geolocation.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useConnection } from '../../../platform/connection/socket.ts'
import { SOUND_CHECK_MS } from '../../../platform/tuning.ts'
import { ReadinessCheck } from './readiness-check.tsx'

export function SecureCheck() {
  const text = useText()
  const isOk = window.isSecureContext
  return (
    <ReadinessCheck
      icon={IconShieldLock}
      title={text('ready.secure')}
      state={isOk ? 'ok' : 'problem'}
      note={text(isOk ? 'ready.secureOk' : 'ready.secureProblem')}
      action={
        <Button component={Link} to={paths.join} variant={isOk ? 'default' : 'filled'}>
          {text(isOk ? 'join.others' : 'join.bannerOpen')}
        </Button>
      }
    />
  )
}

export function SoundCheck() {
  const text = useText()
  const sound = useSoundState()
  const [isPlaying, setPlaying] = useState(false)
  const [wasPlayed, setPlayed] = useState(false)
  useEffect(() => {
    if (!isPlaying) return
    startAlarm()
    const end = setTimeout(() => setPlaying(false), SOUND_CHECK_MS)
    return () => {
      clearTimeout(end)
      stopAlarm()
    }
  }, [isPlaying])
  const play = () => {
    setPlaying(true)
    setPlayed(true)
  }
  const note = { none: 'ready.soundNone', blocked: 'ready.soundBlocked', ready: 'ready.soundNote' } as const
  return (
    <ReadinessCheck
      icon={IconVolume}
      title={text('ready.sound')}
      state={sound === 'ready' ? 'ok' : sound === 'none' ? 'problem' : 'unchecked'}
      note={text(wasPlayed && sound === 'ready' ? 'ready.soundPlaying' : note[sound])}
      action={
        sound !== 'none' && (
          <Button variant="default" onClick={isPlaying ? () => setPlaying(false) : play}>
            {text(isPlaying ? 'ready.stop' : 'ready.soundPlay')}
          </Button>
        )
      }
    />
  )
}

const locationProblems = {
  insecure: 'ready.secureFirst',
  denied: 'ready.denied',
  unavailable: 'ready.locationUnavailable',
  timeout: 'ready.locationUnavailable',
} as const

export function LocationCheck() {
  const text = useText()
  const [isChecking, setChecking] = useState(false)
  const [found, setFound] = useState<LocationFix | null>(window.isSecureContext ? null : { location: null, reason: 'insecure' })
  const check = async () => {
    setChecking(true)
    setFound(await currentLocation())
    setChecking(false)
  }
  const note = () => {
    if (found === null) return text('ready.locationNote')
    if (found.location === null) return text(locationProblems[found.reason])
    return text('ready.locationFound', { metres: Math.round(found.location.accuracy ?? 0) })
  }
  const result = found === null ? 'unchecked' : found.location === null ? 'problem' : 'ok'
  return (
    <ReadinessCheck
      icon={IconMapPin}
      title={text('ready.location')}
      state={isChecking ? 'checking' : result}
      note={note()}
      action={
        found?.reason !== 'insecure' && (
          <Button variant="default" disabled={isChecking} onClick={() => void check()}>
            {text(found === null ? 'ready.check' : 'ready.checkAgain')}
          </Button>
        )
      }
    />
  )
}

const connectionStates = { online: 'ok', connecting: 'checking', offline: 'problem' } as const

export function ConnectionCheck() {
  const text = useText()
  const connection = useConnection()
  return (
    <ReadinessCheck
      icon={IconWifi}
      title={text('ready.connection')}
      state={connectionStates[connection]}
      note={text(connection === 'online' ? 'ready.connectionOk' : 'ready.connectionProblem')}
    />
  )
}
