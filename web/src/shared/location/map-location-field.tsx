import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FieldError } from '../../ui/forms/field-error.tsx'
import type { LatLng } from '../../ui/map/distance.ts'
import { LocationDialog } from './location-dialog.tsx'

interface Props {
  value: { readonly latitude: number | null; readonly longitude: number | null }
  /** Label of the button without a location, and title of the dialog. */
  label: string
  /** Label of the confirm button of the dialog. */
  confirmLabel: string
  /** Shown while there is no location. */
  problem: ReactNode
  onChange: (location: LatLng) => void
}

/** A field of a form with a location, which is chosen on a map. */
export function LocationField({ value: { latitude, longitude }, label, confirmLabel, problem, onChange }: Props) {
  const [isPicking, setPicking] = useState(false)
  const isLocated = latitude !== null && longitude !== null
  return (
    <div>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconMapPin size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => setPicking(true)}
      >
        {isLocated ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` : label}
      </Button>
      {!isLocated && problem && <FieldError>{problem}</FieldError>}
      {isPicking && (
        <LocationDialog
          title={label}
          confirmLabel={confirmLabel}
          onClose={() => setPicking(false)}
          onChoose={(location) => {
            onChange(location)
            setPicking(false)
          }}
        />
      )}
    </div>
  )
}
