import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import formCss from '../../../ui/forms/form.module.css'
import css from '../components/community-map.module.css'
import { PAPERS, type Paper } from './papers.ts'

/** Chooses the paper of a printed map. */
export function PrintDialog({ onPrint, onClose }: { onPrint: (paper: Paper) => void; onClose: () => void }) {
  const text = useText()
  const [paper, setPaper] = useState<Paper>('a4')
  return (
    <Dialog isOpen onClose={onClose} title={text('mapPrint.title')}>
      <div className={formCss.fields}>
        <p>{text('mapPrint.about')}</p>
        <Radio.Group
          label={text('mapPrint.paper')}
          value={paper}
          onChange={(value) => setPaper(PAPERS.find((each) => each === value) ?? 'a4')}
        >
          <div className={css.colors}>
            {PAPERS.map((value) => (
              <Radio key={value} value={value} label={text(`mapPrint.paper.${value}`)} />
            ))}
          </div>
        </Radio.Group>
        <Button fullWidth onClick={() => onPrint(paper)}>
          {text('mapPrint.print')}
        </Button>
      </div>
    </Dialog>
  )
}
