import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { NewOverlayForm, OVERLAY_MB_MAX, OVERLAY_SIDE_MAX } from '@noroshi/contract/community-map/map-overlays.http'
import { withSideAtMost } from '../../../platform/device/readable-pictures.ts'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { newId } from '../../../platform/ids.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { ImageField } from '../../../ui/forms/image-field.tsx'
import { useAddOverlay } from './map-overlays.changes.ts'

interface Props {
  onClose: () => void
  /** Called with the id of the new picture. */
  onAdded: (id: string) => void
}

/** Uploads a picture for the map. */
export function AddOverlayDialog({ onClose, onAdded }: Props) {
  const text = useText()
  const add = useAddOverlay()
  const [picture, setPicture] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Another name or picture is another command, whose repetition adds no second picture. */
  const [clientId, setClientId] = useState(newId)
  const form = useForm({ initialValues: { name: '' }, ...formRules(NewOverlayForm), onValuesChange: () => setClientId(newId()) })
  const choose = async (chosen: File | null) => {
    setClientId(newId())
    setProblem(null)
    setPicture(chosen && (await withSideAtMost(chosen, OVERLAY_SIDE_MAX)))
  }
  const submit = form.onSubmit(({ name }) => {
    if (!picture) return setProblem(text('error.file.notPicture'))
    add.mutate(
      { name, picture, clientId },
      { onSuccess: ({ id }) => onAdded(id), onError: (error) => form.setErrors(fieldErrorsOf(error)) },
    )
  })
  return (
    <FormDialog
      title={text('mapOverlays.add')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={add.isPending}
      hasUnsaved={form.isDirty() || picture !== null}
      submitLabel={text('mapOverlays.upload')}
    >
      <TextInput label={text('admin.name')} required data-autofocus {...form.getInputProps('name')} />
      <ImageField
        label={text('mapOverlays.picture')}
        chooseLabel={text('mapOverlays.choose')}
        replaceLabel={text('mapOverlays.replace')}
        removeLabel={text('mapOverlays.removePicture')}
        maxMb={OVERLAY_MB_MAX}
        keptUrl={null}
        image={picture}
        onChange={(chosen) => void choose(chosen)}
        problem={problem}
      />
    </FormDialog>
  )
}
