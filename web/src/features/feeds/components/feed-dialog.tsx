import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { type Feed, FeedForm } from '@noroshi/contract/feeds/feeds.http'
import { FEED_DESCRIPTION_MAX, UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { coordinatesOf } from '../../../platform/device/coordinates.ts'
import { submitCallbacks, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { newId } from '../../../platform/ids.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { ImageField } from '../../../ui/forms/image-field.tsx'
import type { LatLng } from '../../../ui/map/distance.ts'
import { LocationDialog } from '../../../shared/location/location-dialog.tsx'
import { LeaveGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { useSaveFeed } from '../feeds.changes.ts'
import { isSameLocation, locationOf } from '../location.ts'
import { LocationField } from './location-field.tsx'

const valuesOf = (feed: Feed | null) => ({
  name: feed?.name ?? '',
  description: feed?.description ?? '',
  isPublic: feed?.isPublic ?? false,
  isOpenToUsers: feed?.isOpenToUsers ?? true,
  allowsPostByAnyUser: feed?.allowsPostByAnyUser ?? false,
  isShared: feed?.isShared ?? false,
  removesCover: false,
})

/** Schema without the location, which is not a field of the form. */
const FieldsForm = FeedForm.omit({ latitude: true, longitude: true })

const flags = ['isPublic', 'isOpenToUsers', 'allowsPostByAnyUser'] as const

/** Creates or edits a feed: name, description, cover, location and rights. For administrators. */
export function FeedDialog({ feed, onClose }: { feed: Feed | null; onClose: () => void }) {
  const text = useText()
  const unit = useUnit()
  const maxMb = unit?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const [clientId] = useState(newId)
  const save = useSaveFeed(feed?.id ?? null, clientId)
  const [cover, setCover] = useState<File | null>(null)
  const [location, setLocation] = useState<LatLng | null>(() => feed && locationOf(feed))
  const [isChoosingLocation, setChoosingLocation] = useState(false)
  const form = useForm({ initialValues: valuesOf(feed), ...formRules(FieldsForm), validateInputOnBlur: true })
  const keptUrl = form.values.removesCover ? null : (feed?.coverPreviewUrl ?? feed?.coverImageUrl ?? null)

  const hasUnsaved = form.isDirty() || cover !== null || !isSameLocation(location, feed && locationOf(feed))

  // One dialog at a time, so that Escape returns to this one.
  if (isChoosingLocation) {
    const choose = (chosen: LatLng) => {
      setLocation(chosen)
      setChoosingLocation(false)
    }
    return (
      <>
        <LocationDialog
          title={text('feeds.locationTitle')}
          confirmLabel={text('feeds.locationUse')}
          onChoose={choose}
          onClose={() => setChoosingLocation(false)}
        />
        <LeaveGuard hasUnsaved={hasUnsaved} onDiscard={onClose} />
      </>
    )
  }
  const chooseCover = (image: File | null) => {
    setCover(image)
    form.setFieldValue('removesCover', image === null && feed?.coverImageUrl != null)
  }
  const submit = form.onSubmit((values) => {
    save.mutate({ form: { ...values, ...coordinatesOf(location) }, cover }, submitCallbacks(form, onClose))
  })
  return (
    <FormDialog
      title={text(feed ? 'feeds.edit' : 'feeds.create')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      hasUnsaved={hasUnsaved}
      {...(!feed && { submitLabel: text('feeds.create') })}
    >
      <TextInput {...form.getInputProps('name')} label={text('feeds.name')} required data-autofocus autoComplete="off" />
      <Textarea
        {...form.getInputProps('description')}
        label={text('feeds.description')}
        placeholder={text('feeds.descriptionHint')}
        rows={3}
        maxLength={FEED_DESCRIPTION_MAX}
      />
      <ImageField
        label={text('feeds.cover')}
        chooseLabel={text('feeds.coverChoose')}
        replaceLabel={text('feeds.coverReplace')}
        removeLabel={text('feeds.coverRemove')}
        maxMb={maxMb}
        keptUrl={keptUrl}
        image={cover}
        onChange={chooseCover}
        problem={form.errors['coverImage']}
      />
      {flags.map((flag) => (
        <Switch
          key={flag}
          label={text(`feeds.${flag}`)}
          description={text(`feeds.${flag}Note`)}
          {...form.getInputProps(flag, { type: 'checkbox' })}
        />
      ))}
      {(unit?.sharesData === true || feed?.isShared === true) && (
        <Switch
          label={text('feeds.isShared')}
          description={text('feeds.isSharedNote')}
          disabled={feed?.isShared === true}
          {...form.getInputProps('isShared', { type: 'checkbox' })}
        />
      )}
      {location ? (
        <LocationField onRemove={() => setLocation(null)} />
      ) : (
        <Button
          variant="default"
          leftSection={<IconMapPin size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setChoosingLocation(true)}
        >
          {text('feeds.locationAdd')}
        </Button>
      )}
    </FormDialog>
  )
}
