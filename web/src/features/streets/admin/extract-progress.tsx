import { Button, Loader, Progress } from '@mantine/core'
import type { StreetExtract } from '@noroshi/contract/streets/street-extracts.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { sizeText } from '../../../ui/forms/size-text.ts'
import { Notice } from '../../../ui/states/notice.tsx'
import own from './streets.module.css'

interface Props {
  host: string
  extract: StreetExtract
  isBusy: boolean
  /** Why the last press was refused. */
  error: Error | null
  onRetry: () => void
  onCancel: () => void
}

/** A download of streets: its progress, or why it has failed. */
export function ExtractProgress({ host, extract, isBusy, error, onRetry, onCancel }: Props) {
  const text = useText()
  const { bytes, problem } = extract
  const refusal = error && ((error instanceof ApiError && error.message) || text('chrome.noAnswer'))
  return (
    <div className={own.running}>
      {problem === null ? (
        <>
          <Running extract={extract} />
          <p>{text('streets.runsOn')}</p>
        </>
      ) : (
        <>
          <Notice role="alert">
            <b>{text('streets.getFailed')}</b>
            <p className={own.reason}>{text(`error.streets.${problem}`, { host })}</p>
          </Notice>
          {bytes !== null && <p className="num">{text('streets.measured', { size: sizeText(bytes) })}</p>}
        </>
      )}
      {refusal && <Notice role="alert">{refusal}</Notice>}
      <div className={own.buttons}>
        {problem !== null && (
          <Button onClick={onRetry} disabled={isBusy}>
            {text('streets.retry')}
          </Button>
        )}
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          {text(problem === null ? 'streets.cancel' : 'streets.otherArea')}
        </Button>
      </div>
    </div>
  )
}

function Running({ extract: { phase, bytes, doneBytes } }: { extract: StreetExtract }) {
  const text = useText()
  if (phase !== 'downloading' || bytes === null)
    return (
      <output className={own.step}>
        <Loader size="sm" />
        {text(phase === 'storing' ? 'streets.storing' : 'streets.reading')}
      </output>
    )
  return (
    <>
      <p className={own.step}>
        <span>{text('streets.downloading')}</span>
        <span className="num">{text('streets.downloaded', { done: sizeText(doneBytes), size: sizeText(bytes) })}</span>
      </p>
      <Progress size="lg" value={(doneBytes / bytes) * 100} aria-label={text('streets.downloading')} />
    </>
  )
}
