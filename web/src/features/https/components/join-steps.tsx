import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { joinPlatformNames, joinPlatformOf, joinPlatforms } from '../../../shared/devices/join-platforms.ts'
import css from './join.module.css'

/** The download of the certificate and the steps for the chosen kind of device. */
export function JoinSteps({ fingerprint }: { fingerprint: string | null }) {
  const text = useText()
  const [platform, setPlatform] = useState(() => joinPlatformOf(navigator.userAgent, navigator.maxTouchPoints))
  const { file, steps } = joinPlatforms[platform]
  return (
    <Card className={css.card}>
      <h2>{text('join.steps')}</h2>
      <NativeSelect
        className={css.device ?? ''}
        label={text('join.device')}
        value={platform}
        onChange={({ currentTarget: { value } }) =>
          setPlatform((current) => joinPlatformNames.find((name) => name === value) ?? current)
        }
        data={joinPlatformNames.map((name) => ({ value: name, label: text(`join.${name}`) }))}
      />
      <Button component="a" href={file} download leftSection={<IconDownload size={20} stroke={2} aria-hidden="true" />}>
        {text(platform === 'ios' ? 'join.downloadProfile' : 'join.download')}
      </Button>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step}>{text(step)}</li>
        ))}
      </ol>
      <p className={css.note}>{text('join.fingerprintNote')}</p>
      {fingerprint !== null && (
        <p className={css.fingerprint}>
          {text('join.fingerprint')}: <span translate="no">{fingerprint}</span>
        </p>
      )}
    </Card>
  )
}
