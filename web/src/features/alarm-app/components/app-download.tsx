import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import { sizeText } from '../../../ui/forms/size-text.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { useAppFile } from '../alarm-app.queries.ts'
import css from './alarm-app-setup.module.css'

/** The alarm app for Android, if the operator offers its file on this server. */
export function AppDownload() {
  const text = useText()
  const bytes = useAppFile()
  if (typeof bytes !== 'number') return null
  return (
    <div className={css.page}>
      <Card className={css.column}>
        <h2>{text('alarmApp.title')}</h2>
        <p>{text('alarmApp.downloadNote')}</p>
        <AppFile bytes={bytes} />
      </Card>
    </div>
  )
}

/** The button that downloads the app from this server. */
export function AppFile({ bytes }: { bytes: number }) {
  const text = useText()
  return (
    <div className={css.buttons}>
      <Button
        component="a"
        variant="default"
        href="/join/ntfy.apk"
        download
        leftSection={<IconDownload size={20} stroke={2} aria-hidden="true" />}
      >
        {text('alarmApp.download', { size: sizeText(bytes) })}
      </Button>
    </div>
  )
}
