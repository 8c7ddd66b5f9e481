import { Button } from '@mantine/core'
import { useText } from '../../platform/language/i18n.ts'
import css from './upload-progress.module.css'

/** The progress of an upload, with a button that cancels it. */
export function UploadProgress({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  const text = useText()
  return (
    <div className={css.sending}>
      <div
        className={css.bar}
        role="progressbar"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={text('media.sending')}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <span className="num">{text('media.sendingPercent', { percent })}</span>
      <Button variant="default" onClick={onCancel}>
        {text('media.cancelSending')}
      </Button>
    </div>
  )
}
