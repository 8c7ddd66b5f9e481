import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type MessageKey, text, type TextParams, useText } from '../platform/i18n.ts'
import { TOAST_MS, TOAST_SHORT_MS } from '../platform/tuning.ts'
import css from './toast.module.css'

interface Toast {
  readonly id: number
  readonly tone: 'ok' | 'warn'
  readonly title: string
  readonly description?: string | undefined
  readonly durationMs: number
}

export interface ToastOptions {
  readonly description?: string
  /** Milliseconds on the screen. */
  readonly durationMs?: number
}

let current: Toast | null = null
let count = 0
const watchers = new Set<() => void>()

const show = (toast: Omit<Toast, 'id'> | null) => {
  current = toast && { ...toast, id: ++count }
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** One toast at a time: a new one takes the place of the one before. */
export const toastSuccess = (
  key: MessageKey,
  params?: TextParams,
  { description, durationMs = TOAST_SHORT_MS }: ToastOptions = {},
) => show({ tone: 'ok', title: text(key, params), description, durationMs })

export const toastWarning = (
  key: MessageKey,
  params?: TextParams,
  { description, durationMs = TOAST_SHORT_MS }: ToastOptions = {},
) => show({ tone: 'warn', title: text(key, params), description, durationMs })

/** For what the unit says itself, in the reader's language already. */
export const toastError = (title: string, description?: string, durationMs = TOAST_MS) =>
  show({ tone: 'warn', title, description, durationMs })

/** Who goes on to a dialog has read what succeeded: on a phone it would lie over the dialog's keys. */
export function dropSuccess(): void {
  if (current?.tone === 'ok') show(null)
}

/** Where toasts appear; once in the application. It waits while somebody points at it or has its focus. */
export function ToastPlace() {
  const toast = useSyncExternalStore(watch, () => current)
  const [isHeld, setHeld] = useState(false)
  const words = useText()

  useEffect(() => {
    if (!toast || isHeld) return
    const timer = setTimeout(() => show(null), toast.durationMs)
    return () => clearTimeout(timer)
  }, [toast, isHeld])

  const close = () => {
    setHeld(false)
    show(null)
  }

  return (
    <output className={css.place}>
      {toast && (
        <span
          key={toast.id}
          className={css.toast}
          data-tone={toast.tone}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span className={css.chip}>
            {toast.tone === 'ok' ? <IconCheck size={20} stroke={2.5} /> : <IconAlertTriangle size={20} stroke={2} />}
          </span>
          <span className={css.words}>
            <b>{toast.title}</b>
            {toast.description}
          </span>
          <button type="button" className={css.close} aria-label={words('chrome.close')} onClick={close}>
            <IconX size={20} stroke={2} />
          </button>
        </span>
      )}
    </output>
  )
}
