import { Button, FileButton, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { SHAPE_KINDS, ShapeKind } from '@noroshi/contract/community-map/map-shapes.http'
import { PLACE_KINDS, PLACE_STATES, PlaceKind, PlaceState } from '@noroshi/contract/places/places.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { type Text, useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import formCss from '../../../ui/forms/form.module.css'
import { Notice } from '../../../ui/states/notice.tsx'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import css from '../components/community-map.module.css'
import { type Addition, additionsOf, addFound, type Missing, needsState } from './add-found.ts'
import { FOUND_MAX, type FoundFeatures, TooManyFeaturesError } from './found-features.ts'
import { MAP_FILE_BYTES_MAX, readMapFile, TooLargeFileError } from './read-map-file.ts'

/** Names of a file that the preview lists. */
const LISTED_MAX = 100

const problemOf = (error: unknown, text: Text): string => {
  if (error instanceof TooLargeFileError) return text('mapFiles.tooLarge')
  return error instanceof TooManyFeaturesError ? text('mapFiles.tooMany', { max: FOUND_MAX }) : text('mapFiles.unreadable')
}

interface Read {
  readonly found: FoundFeatures
  readonly additions: readonly Addition[]
}

/** Adds the places, lines and areas of a file to the map, after it has shown what it found. */
export function ImportMapDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const [read, setRead] = useState<Read | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const resetInput = useRef<() => void>(null)
  const choose = (file: File | null) => {
    resetInput.current?.() // otherwise the same file could not be chosen twice
    if (!file) return
    readMapFile(file, text('mapFiles.unnamed')).then(
      (found) => {
        const additions = additionsOf(found)
        setProblem(additions.length === 0 ? text('mapFiles.none') : null)
        setRead(additions.length === 0 ? null : { found, additions })
      },
      (error: unknown) => setProblem(problemOf(error, text)),
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={text('mapFiles.import')} hasUnsaved={read !== null}>
      <div className={formCss.fields}>
        <p>{text('mapFiles.importAbout', { max: MAP_FILE_BYTES_MAX / 1024 / 1024 })}</p>
        <FileButton
          accept=".geojson,.json,.kml,.gpx"
          onChange={choose}
          resetRef={resetInput}
          inputProps={{ 'aria-label': text('mapFiles.choose') }}
        >
          {(button) => (
            <Button
              {...button}
              variant={read === null ? 'filled' : 'default'}
              leftSection={<IconUpload size={20} stroke={1.75} aria-hidden="true" />}
            >
              {text('mapFiles.choose')}
            </Button>
          )}
        </FileButton>
        {problem !== null && <Notice role="alert">{problem}</Notice>}
        {read && <Preview key={read.additions[0]?.id} read={read} onDone={onClose} />}
      </div>
    </Dialog>
  )
}

const nameOf = (addition: Addition) => ('place' in addition ? addition.place : addition.shape).name

function Preview({ read: { found, additions }, onDone }: { read: Read; onDone: () => void }) {
  const text = useText()
  const [missing, setMissing] = useState<Missing>({ placeKind: 'meetingPoint', shapeKind: 'other', placeState: null })
  const [done, setDone] = useState(0)
  const [isAdding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { length: count } = additions
  const { places, shapes, unreadable, reports } = found
  const asksState = needsState(places, missing)
  const thinned = shapes.filter(({ isThinned }) => isThinned).length
  const facts = [
    places.length > 0 && text('mapFiles.foundPlaces', { count: places.length }),
    shapes.length > 0 && text('mapFiles.foundShapes', { count: shapes.length }),
    thinned > 0 && text('mapFiles.thinned', { count: thinned }),
    reports > 0 && text('mapFiles.reports', { count: reports }),
    unreadable > 0 && text('mapFiles.skipped', { count: unreadable }),
  ].filter((fact) => fact !== false)
  const add = async () => {
    if (asksState && missing.placeState === null) {
      setProblem(text('mapFiles.placeStateRequired'))
      return
    }
    setAdding(true)
    setProblem(null)
    let added = done
    try {
      for (const addition of additions.slice(done)) {
        await addFound(addition, missing)
        added += 1
        setDone(added)
      }
      toastSuccess('mapFiles.added', { count })
      onDone()
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : text('chrome.noAnswer')
      setProblem([reason, text('mapFiles.stopped', { done: added, count })].join('\n'))
      setAdding(false)
    }
  }
  return (
    <>
      <output>
        <ul className={css.facts}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </output>
      <ul className={css.found} aria-label={text('mapFiles.import')}>
        {additions.slice(0, LISTED_MAX).map((addition) => (
          <li key={addition.id} translate="no">
            {nameOf(addition)}
          </li>
        ))}
        {count > LISTED_MAX && <li>{text('map.listMore', { count: count - LISTED_MAX })}</li>}
      </ul>
      {places.some(({ kind }) => kind === null) && (
        <ChoiceField
          label={text('mapFiles.placeKind')}
          data={PLACE_KINDS.map((value) => ({ value, label: text(`places.kind.${value}`) }))}
          value={missing.placeKind}
          disabled={done > 0}
          onChange={({ currentTarget: { value } }) => setMissing({ ...missing, placeKind: PlaceKind.parse(value) })}
        />
      )}
      {asksState && (
        <ChoiceField
          label={text('mapFiles.placeState')}
          required
          data={[
            { value: '', label: text('mapFiles.placeStateUnknown') },
            ...PLACE_STATES.map((value) => ({ value, label: text(`places.state.${value}`) })),
          ]}
          value={missing.placeState ?? ''}
          disabled={done > 0}
          onChange={({ currentTarget: { value } }) =>
            setMissing({ ...missing, placeState: PlaceState.safeParse(value).data ?? null })
          }
        />
      )}
      {shapes.some(({ kind }) => kind === null) && (
        <ChoiceField
          label={text('mapFiles.shapeKind')}
          data={SHAPE_KINDS.map((value) => ({ value, label: text(`mapShapes.kind.${value}`) }))}
          value={missing.shapeKind}
          disabled={done > 0}
          onChange={({ currentTarget: { value } }) => setMissing({ ...missing, shapeKind: ShapeKind.parse(value) })}
        />
      )}
      {isAdding && (
        <>
          <Progress value={(100 * done) / count} aria-label={text('mapFiles.import')} />
          <output>{text('mapFiles.adding', { done, count })}</output>
        </>
      )}
      {problem !== null && <Notice role="alert">{problem}</Notice>}
      <Button fullWidth loading={isAdding} onClick={() => void add()}>
        {text('mapFiles.add', { count: count - done })}
      </Button>
    </>
  )
}
