import type { Place } from '@noroshi/contract/places/places.http'
import { useText } from '../../platform/language/i18n.ts'
import css from './place-plate.module.css'

/** The facilities of a place; nothing if they are not known. */
export function FacilityList({ place: { facilities = [] } }: { place: Pick<Place, 'facilities'> }) {
  const text = useText()
  if (facilities.length === 0) return null
  return (
    <ul className={css.facilities} aria-label={text('places.facilities')}>
      {facilities.map((facility) => (
        <li key={facility}>{text(`places.facility.${facility}`)}</li>
      ))}
    </ul>
  )
}
