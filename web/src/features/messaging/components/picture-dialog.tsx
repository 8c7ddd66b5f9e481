import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Media } from '@noroshi/contract/files'
import { useText } from '../../../platform/i18n.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import css from './message-content.module.css'

/** A picture as large as the screen allows. */
export function PictureDialog({ media, name, onClose }: { media: Media; name: string; onClose: () => void }) {
  const text = useText()
  return (
    <Dialog isOpen onClose={onClose} title={name}>
      <div className={css.whole}>
        <img src={media.mediaUrl} alt={name} />
      </div>
      <Button
        component="a"
        href={media.mediaUrl}
        download={media.previewName}
        variant="default"
        fullWidth
        mt="md"
        leftSection={<IconDownload size={20} stroke={2} aria-hidden="true" />}
      >
        {text('messages.save')}
      </Button>
    </Dialog>
  )
}
