import { Button, NativeSelect } from '@mantine/core'
import { IconChevronDown, IconMap } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { canStoreMap } from '../../platform/map-files/map-disk.ts'
import { mapLimit, maxStreetBytes, onMapLimit, setMapLimit, STREET_LIMITS } from '../../platform/map-files/map-limit.ts'
import { type MapPart, storedMap, updateMap } from '../../platform/map-files/stored-map.ts'
import { useObservable } from '../../platform/observable.ts'
import { useShellState } from '../../platform/push/service-worker.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { sizeText } from '../../ui/forms/size-text.ts'
import css from './stored-map-card.module.css'

/** The map on this device: its stored part, the limit for streets, and buttons that update and delete it. */
export function StoredMapCard() {
  const text = useText()
  const shell = useShellState()
  const isPossible = canStoreMap() && shell !== 'impossible'
  useEffect(() => {
    if (isPossible) void updateMap()
  }, [isPossible])
  return (
    <Card className={css.column}>
      <div className={css.head}>
        <IconMap size={24} stroke={1.75} aria-hidden="true" />
        <h2>{text('storedMap.title')}</h2>
      </div>
      {isPossible ? <Stored /> : <p>{text(window.isSecureContext ? 'storedMap.impossible' : 'ready.secureFirst')}</p>}
    </Card>
  )
}

function Stored() {
  const text = useText()
  const limit = useSyncExternalStore(onMapLimit, mapLimit)
  const { activity, world, streets, freeBytes } = useObservable(storedMap)
  if (limit === 'none')
    return (
      <>
        <p>{text('storedMap.off')}</p>
        <Free bytes={freeBytes} />
        <Button className={css.button} onClick={() => setMapLimit('100')}>
          {text('storedMap.store')}
        </Button>
      </>
    )
  const isTooLarge = streets !== null && !streets.isStored && streets.bytes > maxStreetBytes(limit)
  const note = activity === 'resting' ? (world?.isStored === true ? 'stored' : 'waiting') : activity
  return (
    <>
      <output>{text(`storedMap.${note}`)}</output>
      <dl className={css.facts}>
        {world && <Part name={text('storedMap.world')} part={world} />}
        {streets && <Part name={text('storedMap.streets')} part={streets} />}
        <Free bytes={freeBytes} isFact />
      </dl>
      <NativeSelect
        label={text('storedMap.limit')}
        rightSection={<IconChevronDown size={18} stroke={2} aria-hidden="true" />}
        value={limit}
        onChange={({ currentTarget }) => {
          const chosen = STREET_LIMITS.find((each) => each === currentTarget.value)
          if (chosen) setMapLimit(chosen)
        }}
        data={STREET_LIMITS.map((value) => ({
          value,
          label:
            value === 'world' || value === 'any'
              ? text(`storedMap.limit.${value}`)
              : text('storedMap.limit.size', { size: sizeText(maxStreetBytes(value)) }),
        }))}
      />
      {isTooLarge && limit !== 'world' && <Notice role="status">{text('storedMap.tooLarge')}</Notice>}
      <div className={css.buttons}>
        <Button variant="default" loading={activity === 'storing'} onClick={() => void updateMap()}>
          {text('storedMap.update')}
        </Button>
        <Button variant="default" onClick={() => setMapLimit('none')}>
          {text('storedMap.remove')}
        </Button>
      </div>
    </>
  )
}

function Part({ name, part: { bytes, storedBytes, isStored } }: { name: string; part: MapPart }) {
  const text = useText()
  const size = sizeText(bytes)
  const state = () => {
    if (isStored) return text('storedMap.isStored', { size })
    return storedBytes > 0 ? text('storedMap.part', { done: sizeText(storedBytes), size }) : text('storedMap.notStored', { size })
  }
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{state()}</dd>
    </div>
  )
}

function Free({ bytes, isFact = false }: { bytes: number | null; isFact?: boolean }) {
  const text = useText()
  if (bytes === null) return null
  if (!isFact)
    return (
      <p>
        {text('storedMap.free')}: <span className="num">{sizeText(bytes)}</span>
      </p>
    )
  return (
    <div>
      <dt>{text('storedMap.free')}</dt>
      <dd className="num">{sizeText(bytes)}</dd>
    </div>
  )
}
