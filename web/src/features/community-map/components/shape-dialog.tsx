import { Button, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPolygon } from '@tabler/icons-react'
import { useState } from 'react'
import type { AreaPoint } from '@noroshi/contract/area'
import {
  type MapShape,
  SHAPE_COLORS,
  SHAPE_GEOMETRIES,
  SHAPE_KINDS,
  SHAPE_POINTS_MAX,
  ShapeForm,
} from '@noroshi/contract/community-map/map-shapes.http'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { DrawDialog } from '../../../shared/location/draw-dialog.tsx'
import { measuresOf } from '../../../shared/location/measures-of.ts'
import { FieldError } from '../../../ui/forms/field-error.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { usePutShape } from '../map-shapes.changes.ts'
import css from './community-map.module.css'
import { ShapeSample } from './shape-sample.tsx'

type Values = Pick<MapShape, 'geometry' | 'kind' | 'name' | 'color'> & { points: AreaPoint[] }

const empty: Values = { geometry: 'area', kind: 'danger', name: '', color: 'amber', points: [] }
const valuesOf = ({ geometry, kind, name, color, points }: MapShape): Values => ({ geometry, kind, name, color, points })

/** Draws a line or an area, or changes `shape`. */
export function ShapeDialog({ shape, onClose }: { shape: MapShape | null; onClose: () => void }) {
  const text = useText()
  const put = usePutShape()
  /** Repeated attempts to add add one. */
  const [id] = useState(() => shape?.id ?? newId())
  const [isDrawing, setDrawing] = useState(false)
  const form = useForm({ initialValues: shape === null ? empty : valuesOf(shape), ...formRules(ShapeForm) })
  const { geometry, points } = form.values
  const submit = form.onSubmit((values) =>
    put.mutate({ ...values, id }, { onSuccess: onClose, onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
  )
  return (
    <>
      <FormDialog
        title={text(shape === null ? 'mapShapes.new' : 'mapShapes.change')}
        onClose={onClose}
        onSubmit={submit}
        isBusy={put.isPending}
        hasUnsaved={form.isDirty()}
      >
        <TextInput label={text('admin.name')} required data-autofocus {...form.getInputProps('name')} />
        <ChoiceField
          label={text('mapShapes.geometry')}
          data={SHAPE_GEOMETRIES.map((value) => ({ value, label: text(`mapShapes.geometry.${value}`) }))}
          {...form.getInputProps('geometry')}
        />
        <ChoiceField
          label={text('mapShapes.kind')}
          data={SHAPE_KINDS.map((value) => ({ value, label: text(`mapShapes.kind.${value}`) }))}
          {...form.getInputProps('kind')}
        />
        <Radio.Group label={text('mapShapes.color')} {...form.getInputProps('color')}>
          <div className={css.colors}>
            {SHAPE_COLORS.map((value) => (
              <Radio
                key={value}
                value={value}
                label={
                  <span className={css.name}>
                    <ShapeSample color={value} isLine={geometry === 'line'} />
                    {text(`mapShapes.color.${value}`)}
                  </span>
                }
              />
            ))}
          </div>
        </Radio.Group>
        <div>
          <Button
            variant="default"
            fullWidth
            leftSection={<IconPolygon size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => setDrawing(true)}
          >
            {points.length === 0 ? text('mapShapes.drawOnMap') : measuresOf(geometry, points, text)}
          </Button>
          {form.errors['points'] !== undefined && <FieldError>{form.errors['points']}</FieldError>}
        </div>
      </FormDialog>
      {isDrawing && (
        <DrawDialog
          title={text('mapShapes.drawOnMap')}
          geometry={geometry}
          points={points.length === 0 ? null : points}
          max={SHAPE_POINTS_MAX}
          onClose={() => setDrawing(false)}
          onChoose={(drawn) => {
            form.setFieldValue('points', drawn)
            form.clearFieldError('points')
            setDrawing(false)
          }}
        />
      )}
    </>
  )
}
