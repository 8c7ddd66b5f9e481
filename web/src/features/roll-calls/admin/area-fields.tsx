import { Button, Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPolygon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Area } from '@noroshi/contract/area'
import { AREA_COUNT_MIN, type RollCallForm } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import { FieldError } from '../../../ui/forms/field-error.tsx'
import css from '../../../ui/forms/form.module.css'
import { areaPreviewQuery } from '../roll-calls.queries.ts'
import type { FormValues } from './roll-call-form.ts'

const DrawDialog = lazy(() =>
  import('../../../shared/location/draw-dialog.tsx').then(({ DrawDialog: dialog }) => ({ default: dialog })),
)

/** The area whose people are asked, and whether people without a known location are asked too. */
export function AreaFields({ form }: { form: UseFormReturnType<FormValues, RollCallForm> }) {
  const text = useText()
  const [isDrawing, setDrawing] = useState(false)
  const { area } = form.values
  return (
    <>
      <div className={css.fields}>
        <p>{text('rollCalls.area.hint')}</p>
        <Button
          variant="default"
          leftSection={<IconPolygon size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setDrawing(true)}
        >
          {text(area === null ? 'rollCalls.area.draw' : 'rollCalls.area.change')}
        </Button>
        {form.errors['audience.area'] && <FieldError>{form.errors['audience.area']}</FieldError>}
        {area && <Preview area={area} />}
        <Checkbox label={text('rollCalls.area.unlocated')} {...form.getInputProps('includesUnlocated', { type: 'checkbox' })} />
      </div>
      <Suspense>
        {isDrawing && (
          <DrawDialog
            geometry="area"
            title={text('rollCalls.audience.area')}
            points={area}
            onClose={() => setDrawing(false)}
            onChoose={(drawn) => {
              form.setFieldValue('area', drawn)
              form.clearErrors()
              setDrawing(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** How many people are asked, as far as it is told. */
function Preview({ area }: { area: Area }) {
  const text = useText()
  const { data, error } = useQuery(areaPreviewQuery(area))
  if (!data) return <output>{error && text('rollCalls.area.countFailed')}</output>
  const line = (count: number | null, known: 'inside' | 'unknown') =>
    count === null ? text(`rollCalls.area.${known}Few`, { count: AREA_COUNT_MIN }) : text(`rollCalls.area.${known}`, { count })
  return (
    <output>
      {line(data.inside, 'inside')}
      <br />
      {line(data.unlocated, 'unknown')}
    </output>
  )
}
