import { Button } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import formCss from '../../../ui/forms/form.module.css'
import { saveFile } from '../../../ui/forms/save-file.ts'
import { MAP_FORMATS, type MapFormat, mapFileOf, type SavedContent } from './write-map-file.ts'

/** Saves the content of the map as GeoJSON, KML or GPX. */
export function SaveDialog({ content, onClose }: { content: SavedContent; onClose: () => void }) {
  const text = useText()
  const [format, setFormat] = useState<MapFormat>('geojson')
  const save = () => {
    saveFile(mapFileOf(format, content, text), `map.${format}`)
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={text('mapFiles.save')}>
      <div className={formCss.fields}>
        <p>{text('mapFiles.saveAbout')}</p>
        <ChoiceField
          label={text('mapFiles.format')}
          data={MAP_FORMATS.map((value) => ({ value, label: text(`mapFiles.format.${value}`) }))}
          value={format}
          onChange={({ currentTarget: { value } }) => setFormat(MAP_FORMATS.find((each) => each === value) ?? 'geojson')}
        />
        <Button fullWidth onClick={save}>
          {text('mapFiles.saveNow')}
        </Button>
      </div>
    </Dialog>
  )
}
