import { Button, FileButton, Loader, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import type { StreetsState } from '@noroshi/contract/streets/streets.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Notice } from '../../../ui/states/notice.tsx'
import { sizeText } from '../../../ui/forms/size-text.ts'
import { LeaveGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { useAddArchive } from './streets.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import own from './streets.module.css'

/** Adds a map archive with streets: a file of this device, or a file that was copied to the server. */
export function AddStreets({ state }: { state: StreetsState }) {
  const text = useText()
  const { add, adding, error, reset, cancel } = useAddArchive()
  const [refusal, setRefusal] = useState<string | null>(null)
  const resetInput = useRef<() => void>(null)
  const { maxMb, spareBytes } = state
  const refusalOf = (bytes: number): string | null => {
    const size = sizeText(bytes)
    if (bytes > maxMb * BYTES_PER_MB) return text('streets.tooLarge', { size, max: sizeText(maxMb * BYTES_PER_MB) })
    if (spareBytes !== null && bytes > spareBytes) return text('streets.noRoom', { size, spare: sizeText(spareBytes) })
    return null
  }
  const addChecked = (added: File | string, bytes: number) => {
    reset()
    const refused = refusalOf(bytes)
    setRefusal(refused)
    if (refused === null) add(added)
  }
  const choose = (file: File | null) => {
    resetInput.current?.() // otherwise the same file could not be chosen twice
    if (file) addChecked(file, file.size)
  }
  const problem = refusal ?? (error && ((error instanceof ApiError && error.message) || text('chrome.noAnswer')))
  return (
    <>
      <LeaveGuard hasUnsaved={adding !== null} onDiscard={cancel} />
      <section className={css.part} aria-labelledby="add-streets">
        <div className={css.head}>
          <h2 id="add-streets">{text(state.archive ? 'streets.replace' : 'streets.addTitle')}</h2>
        </div>
        <div className={own.column}>
          <p>{text('streets.addNote', { max: sizeText(maxMb * BYTES_PER_MB) })}</p>
          {spareBytes !== null && (
            <p>
              {text('streets.spare')}: <span className="num">{sizeText(spareBytes)}</span>
            </p>
          )}
          {adding ? (
            <Running name={adding.name} percent={adding.percent} onCancel={cancel} />
          ) : (
            <FileButton
              accept=".pmtiles"
              onChange={choose}
              resetRef={resetInput}
              inputProps={{ 'aria-label': text('streets.choose') }}
            >
              {(button) => (
                <Button {...button} leftSection={<IconUpload size={20} stroke={1.75} aria-hidden="true" />}>
                  {text('streets.choose')}
                </Button>
              )}
            </FileButton>
          )}
          {!adding && problem && <Notice role="alert">{problem}</Notice>}
        </div>
      </section>
      <section className={css.part} aria-labelledby="server-streets">
        <div className={css.head}>
          <h2 id="server-streets">{text('streets.onServer')}</h2>
        </div>
        <div className={own.column}>
          <p>{text('streets.onServerNote')}</p>
          <code className={own.path} translate="no">
            {state.directory}
          </code>
          {state.files.length === 0 ? (
            <p>{text('streets.onServerEmpty')}</p>
          ) : (
            <ul className={own.files}>
              {state.files.map(({ name, bytes }) => (
                <li key={name}>
                  <span>
                    <b>{name}</b>
                    <small className="num">{sizeText(bytes)}</small>
                  </span>
                  <Button
                    variant="default"
                    disabled={adding !== null}
                    aria-label={text('streets.useOf', { name })}
                    onClick={() => addChecked(name, bytes)}
                  >
                    {text('streets.use')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
    </>
  )
}

interface RunningProps {
  name: string
  percent: number | null
  onCancel: () => void
}

function Running({ name, percent, onCancel }: RunningProps) {
  const text = useText()
  return (
    <div className={own.running}>
      {percent === null ? (
        <output className={own.step}>
          <Loader size="sm" />
          {text('streets.checking', { name })}
        </output>
      ) : (
        <>
          <p className={own.step}>
            <span>{text('streets.uploading', { name })}</span>
            <span className="num">{text('streets.percent', { percent })}</span>
          </p>
          <Progress size="lg" value={percent} aria-label={text('streets.uploading', { name })} />
        </>
      )}
      <Button variant="default" onClick={onCancel}>
        {text('streets.cancel')}
      </Button>
    </div>
  )
}
