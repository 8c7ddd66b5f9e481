import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { AlarmAppDevice } from '@noroshi/contract/alarm-app/alarm-app.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { useHttpsInfo } from '../../../shared/devices/https.queries.ts'
import { saveFile } from '../../../ui/forms/save-file.ts'
import { useAppFile, useLinkAlarmApp, useTestAlarmApp, useUnlinkAlarmApp } from '../alarm-app.queries.ts'
import { appLink, type AppSubscription, mayPushByApp, settingsFile } from '../app-link.ts'
import css from './alarm-app-setup.module.css'
import { AppFile } from './app-download.tsx'

const QrCode = lazy(() => import('../../../ui/media/qr-code.tsx').then(({ QrCode: code }) => ({ default: code })))

/** A link that was just created. The server does not store its topic, so it is shown until the page is left. */
interface NewLink extends AppSubscription {
  readonly isLooping: boolean
}

/** Links the alarm app, tests it and removes it. @param props.device null: none is linked */
export function AlarmAppSetup({ device }: { device: AlarmAppDevice | null }) {
  const [created, setCreated] = useState<NewLink | null>(null)
  return (
    <div className={css.column}>
      {device !== null && created !== null && <NewLinkSteps created={created} />}
      {device !== null && <Linked device={device} onRemoved={() => setCreated(null)} />}
      <LinkButtons isLinked={device !== null} onCreated={setCreated} />
    </div>
  )
}

function LinkButtons({ isLinked, onCreated }: { isLinked: boolean; onCreated: (created: NewLink) => void }) {
  const text = useText()
  const link = useLinkAlarmApp()
  const bytes = useAppFile()
  const start = (isLooping: boolean) =>
    link.mutate(isLooping, {
      onSuccess: ({ topic, publicUrl }) =>
        onCreated({ topic, isLooping, origin: new URL(publicUrl ?? window.location.href).origin }),
    })
  return (
    <>
      {!isLinked && <p>{text(typeof bytes === 'number' ? 'alarmApp.installHere' : 'alarmApp.install')}</p>}
      {!isLinked && typeof bytes === 'number' && <AppFile bytes={bytes} />}
      {isLinked && <p>{text('alarmApp.again')}</p>}
      <div className={css.buttons}>
        <Button variant={isLinked ? 'default' : 'filled'} loading={link.isPending} onClick={() => start(true)}>
          {text('alarmApp.linkRepeating')}
        </Button>
        <Button variant="default" loading={link.isPending} onClick={() => start(false)}>
          {text('alarmApp.linkOnce')}
        </Button>
      </div>
    </>
  )
}

function NewLinkSteps({ created }: { created: NewLink }) {
  const text = useText()
  const isClear = created.origin.startsWith('http:')
  const { data: info } = useHttpsInfo()
  return (
    <div className={css.column}>
      {created.isLooping ? <FileSteps created={created} /> : <LinkSteps created={created} />}
      <p>{text('alarmApp.secret')}</p>
      {isClear && <p>{text('alarmApp.clear')}</p>}
      {!isClear && info?.hasOwnAuthority === true && <p>{text('alarmApp.trust')}</p>}
    </div>
  )
}

function FileSteps({ created }: { created: NewLink }) {
  const text = useText()
  const isPushServer = mayPushByApp(navigator.userAgent)
  return (
    <>
      <div className={css.buttons}>
        <Button onClick={() => saveFile(settingsFile({ ...created, isPushServer }), 'noroshi-ntfy.json')}>
          {text('alarmApp.file')}
        </Button>
      </div>
      <p>{text('alarmApp.fileSteps')}</p>
      {isPushServer && <p>{text('alarmApp.browserByFile')}</p>}
      <p>{text('alarmApp.stop')}</p>
    </>
  )
}

function LinkSteps({ created }: { created: NewLink }) {
  const text = useText()
  const address = appLink(created)
  return (
    <>
      <div className={css.buttons}>
        <Button component="a" href={address}>
          {text('alarmApp.openLink')}
        </Button>
      </div>
      <p>{text('alarmApp.linkSteps')}</p>
      {mayPushByApp(navigator.userAgent) && <p>{text('alarmApp.browserByLink', { address: created.origin })}</p>}
      <div className={css.qr}>
        <Suspense>
          <QrCode address={address} label={text('alarmApp.qr')} />
        </Suspense>
      </div>
    </>
  )
}

function Linked({ device, onRemoved }: { device: AlarmAppDevice; onRemoved: () => void }) {
  const text = useText()
  const language = useLanguage()
  const send = useTestAlarmApp()
  const remove = useUnlinkAlarmApp()
  const { lastStreamAt, agent, protocol, test } = device
  const at = (time: string) => dateTime(time, language)
  return (
    <>
      <output className={css.facts}>
        {lastStreamAt === null ? (
          <span>{text('alarmApp.never')}</span>
        ) : (
          <span>{text('alarmApp.connected', { time: at(lastStreamAt), agent: agent ?? '' })}</span>
        )}
        {protocol !== null && <span>{text(`alarmApp.protocol.${protocol}`)}</span>}
        {test === null && <span>{text('alarmApp.testNone')}</span>}
        {test !== null && test.receivedAt === null && <span>{text('alarmApp.testWaiting', { time: at(test.sentAt) })}</span>}
        {test !== null && test.receivedAt !== null && <b>{text('alarmApp.testReceived', { time: at(test.receivedAt) })}</b>}
      </output>
      {device.isLooping && <p>{text('alarmApp.stop')}</p>}
      <div className={css.buttons}>
        <Button loading={send.isPending} onClick={() => send.mutate(undefined)}>
          {text('alarmApp.sendTest')}
        </Button>
        <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: onRemoved })}>
          {text('alarmApp.remove')}
        </Button>
      </div>
    </>
  )
}
