import { ActionIcon, Switch } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import type { LegendEntry } from '../legend-entries.tsx'
import css from './community-map.module.css'

export interface LegendGroup {
  readonly title: string
  readonly entries: readonly LegendEntry[]
  /** Below the entries. */
  readonly note?: ReactNode
}

interface Props {
  groups: readonly LegendGroup[]
  /** The keys of the entries that the map does not show. */
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
  /** Opens the details of an entry that is one line or area. */
  onShow: (id: string) => void
}

/** The legend of the map. Each entry is a switch that shows or hides its layer. */
export function MapLegend({ groups, hidden, onChange, onShow }: Props) {
  const text = useText()
  const shown = groups.filter(({ entries, note }) => entries.length > 0 || (note !== undefined && note !== false))
  if (shown.length === 0) return <p className={css.hint}>{text('communityMap.legendEmpty')}</p>
  return (
    <div className={css.legend}>
      <p className={css.hint}>{text('communityMap.legendHint')}</p>
      {shown.map(({ title, entries, note }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul className={css.group}>
            {entries.map(({ key, name, icon, count, shapeId }) => (
              <li key={key} className={css.entry}>
                <Switch
                  labelPosition="left"
                  label={
                    <span className={css.name}>
                      {icon}
                      {count === null ? name : text('communityMap.count', { name, count })}
                    </span>
                  }
                  checked={!hidden.has(key)}
                  onChange={({ currentTarget: { checked } }) => onChange(withKey(hidden, key, !checked))}
                />
                {shapeId !== undefined && (
                  <ActionIcon
                    className={css.details}
                    aria-label={text('mapShapes.details', { name })}
                    title={text('mapShapes.details', { name })}
                    onClick={() => onShow(shapeId)}
                  >
                    <IconInfoCircle size={20} stroke={1.75} aria-hidden="true" />
                  </ActionIcon>
                )}
              </li>
            ))}
          </ul>
          {note}
        </section>
      ))}
    </div>
  )
}

function withKey(keys: ReadonlySet<string>, key: string, has: boolean): ReadonlySet<string> {
  const next = new Set(keys)
  if (has) next.add(key)
  else next.delete(key)
  return next
}
