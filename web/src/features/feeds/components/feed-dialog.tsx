import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { type Feed, FeedForm } from '@noroshi/contract/feeds/feeds.http'
import { FEED_DESCRIPTION_MAX, UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { afterSending, rulesOf } from '../../../platform/form-rules.ts'
import { useText } from '../../../platform/i18n.ts'
import { newId } from '../../../platform/ids.ts'
import { useUnit } from '../../../platform/unit.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import type { Place } from '../../../ui/map/distance.ts'
import { withoutTooLarge } from '../../../ui/media-chosen.tsx'
import { PlaceDialog } from '../../../ui/place-dialog.tsx'
import { useSaveFeed } from '../feeds.changes.ts'
import { placeOf } from '../place.ts'
import { PlaceField } from './place-field.tsx'

const valuesOf = (feed: Feed | null) => ({
  name: feed?.name ?? '',
  description: feed?.description ?? '',
  isPublic: feed?.isPublic ?? false,
  isOpenToUsers: feed?.isOpenToUsers ?? true,
  allowsPostByAnyUser: feed?.allowsPostByAnyUser ?? false,
  removesCover: false,
})

const flags = ['isPublic', 'isOpenToUsers', 'allowsPostByAnyUser'] as const

/** Name, description, cover, place and rights of a feed, for administrators. */
export function FeedDialog({ feed, onClose }: { feed: Feed | null; onClose: () => void }) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const [clientId] = useState(newId)
  const save = useSaveFeed(feed?.id ?? null, clientId)
  const [cover, setCover] = useState<File | null>(null)
  const [place, setPlace] = useState<Place | null>(() => feed && placeOf(feed))
  const [isPlacing, setPlacing] = useState(false)
  const form = useForm({ initialValues: valuesOf(feed), validate: rulesOf(FeedForm), validateInputOnBlur: true })
  const keptUrl = form.values.removesCover ? null : (feed?.coverPreviewUrl ?? feed?.coverImageUrl ?? null)

  // One dialog at a time, so that Escape leads back to this one.
  if (isPlacing) {
    const choose = (chosen: Place) => {
      setPlace(chosen)
      setPlacing(false)
    }
    return (
      <PlaceDialog
        title={text('feeds.placeTitle')}
        confirmLabel={text('feeds.placeUse')}
        onChoose={choose}
        onClose={() => setPlacing(false)}
      />
    )
  }
  const chooseCover = (image: File | null) => {
    const [fitting = null] = image ? withoutTooLarge([image], maxMb) : []
    if (image && !fitting) return
    setCover(fitting)
    form.setFieldValue('removesCover', image === null && feed?.coverImageUrl != null)
  }
  const submit = form.onSubmit((values) => {
    const at = { latitude: place ? String(place.latitude) : '', longitude: place ? String(place.longitude) : '' }
    save.mutate({ form: { ...values, ...at }, cover }, afterSending(form, onClose))
  })
  return (
    <FormDialog
      title={text(feed ? 'feeds.edit' : 'feeds.create')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
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
      {place ? (
        <PlaceField onRemove={() => setPlace(null)} />
      ) : (
        <Button
          variant="default"
          leftSection={<IconMapPin size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setPlacing(true)}
        >
          {text('feeds.placeAdd')}
        </Button>
      )}
    </FormDialog>
  )
}
