import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import css from './place-plate.module.css'

interface Props {
  name: string
  /** 'no': a user typed the name. */
  translate?: 'no'
  /** What screen readers read when it opens or changes. The name: other parts change with the time. */
  announces: 'name' | 'all'
  onClose: () => void
  children: ReactNode
}

/** A plate over the map about what the user chose on it. */
export function MapPlate({ name, translate, announces, onClose, children }: Props) {
  const text = useText()
  return (
    <section className={css.plate} aria-label={name} role={announces === 'all' ? 'status' : undefined}>
      <div className={css.head}>
        <b translate={translate} role={announces === 'name' ? 'status' : undefined}>
          {name}
        </b>
        <ActionIcon aria-label={text('places.close', { name })} title={text('map.close')} onClick={onClose}>
          <IconX size={20} stroke={2} aria-hidden="true" />
        </ActionIcon>
      </div>
      {children}
    </section>
  )
}
