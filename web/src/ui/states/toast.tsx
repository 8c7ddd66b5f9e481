import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isMessageKey, type MessageKey, text, type TextParams, useText } from '../../platform/language/i18n.ts'
import { createObservable, useObservable } from '../../platform/observable.ts'
import { readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'
import { TOAST_MS, TOAST_SHORT_MS } from '../../platform/tuning.ts'
import { TOAST_GAP, toastBottom } from './toast-position.ts'
import css from './toast.module.css'

interface Toast {
  readonly id: number
  readonly tone: 'ok' | 'warn' | 'error'
  readonly title: string
  readonly description?: string | undefined
  readonly durationMs: number
}

export interface ToastOptions {
  readonly description?: string
  /** Milliseconds for which it is shown. */
  readonly durationMs?: number
}

/** Each tone has an icon, a colour and a label for screen readers. */
const tones = {
  ok: { icon: IconCheck, label: 'chrome.toast.ok' },
  warn: { icon: IconInfoCircle, label: 'chrome.toast.warn' },
  error: { icon: IconAlertTriangle, label: 'chrome.toast.error' },
} as const

const current = createObservable<Toast | null>(null)
let count = 0

const show = (toast: Omit<Toast, 'id'> | null) => current.set(toast && { ...toast, id: ++count })

/** Shows a success. Only one toast is shown at a time; a new one replaces it. */
export const toastSuccess = (
  key: MessageKey,
  params?: TextParams,
  { description, durationMs = TOAST_SHORT_MS }: ToastOptions = {},
) => show({ tone: 'ok', title: text(key, params), description, durationMs })

/** Shows that something is missing or not possible yet. The user can correct it and continue. */
export const toastWarning = (key: MessageKey, params?: TextParams, { description, durationMs = TOAST_MS }: ToastOptions = {}) =>
  show({ tone: 'warn', title: text(key, params), description, durationMs })

/** Shows that input was refused by the client. */
export const toastInvalid = (key: MessageKey, params?: TextParams, { description }: Pick<ToastOptions, 'description'> = {}) =>
  toastWarning(key, params, { ...(description !== undefined && { description }), durationMs: TOAST_SHORT_MS })

/** Shows a failure. Takes texts instead of message keys, because the server sends its own messages. */
export const toastError = (title: string, description?: string, durationMs = TOAST_MS) =>
  show({ tone: 'error', title, description, durationMs })

/** Shows a success after the page has loaded again, which the caller does next. */
export const toastAfterReload = (key: MessageKey) => writeStored(storageKeys.toastOfReload, key)

function showToastOfReload(): void {
  const key = readStored(storageKeys.toastOfReload)
  if (key === null) return
  writeStored(storageKeys.toastOfReload, null)
  if (isMessageKey(key)) toastSuccess(key)
}

/** Closes a success toast when a dialog opens: on phones it would cover the dialog's buttons. */
export function closeSuccessToast(): void {
  if (current.get()?.tone === 'ok') show(null)
}

/** Returns the visible toast. */
export const currentToast = current.get

/** Elements that a toast never covers: navigation, SOS, composers and the buttons that end a form or a dialog. */
const UNCOVERED = '[type=submit], [data-toast-clear]'
/** Milliseconds between two measurements of these elements, because fields grow and dialogs open. */
const MEASURE_MS = 250

/** Keeps the toast as low as possible without covering {@link UNCOVERED}, of the topmost dialog if one is open. */
function useClearance(ref: RefObject<HTMLElement | null>, toast: Toast | null) {
  useLayoutEffect(() => {
    if (!toast) return
    const updatePosition = () => {
      const container = ref.current
      if (!container) return
      const { left, right, height } = container.getBoundingClientRect()
      const root = [...document.querySelectorAll('[role=dialog], dialog[open]')].at(-1) ?? document
      const blocks = [...root.querySelectorAll(UNCOVERED)].map((each) => each.getBoundingClientRect())
      const visible = blocks.filter((each) => each.width > 0 && each.height > 0)
      const bottom = toastBottom({ left, right, height }, visible, window.innerHeight, TOAST_GAP)
      container.style.setProperty('--toast-bottom', `${Math.round(bottom)}px`)
    }
    updatePosition()
    const timer = setInterval(updatePosition, MEASURE_MS)
    return () => clearInterval(timer)
  }, [ref, toast])
}

/** Renders the toast. Use it once in the application. The toast stays while the pointer or the focus is on it. */
export function ToastContainer() {
  const toast = useObservable(current)
  const [isPaused, setPaused] = useState(false)
  const container = useRef<HTMLOutputElement>(null)
  useClearance(container, toast)
  const text = useText()
  const Icon = tones[toast?.tone ?? 'ok'].icon

  useEffect(showToastOfReload, [])

  useEffect(() => {
    if (!toast || isPaused) return
    const timer = setTimeout(() => show(null), toast.durationMs)
    return () => clearTimeout(timer)
  }, [toast, isPaused])

  const close = () => {
    setPaused(false)
    show(null)
  }

  return (
    <output className={css.container} ref={container}>
      {toast && (
        <span
          key={toast.id}
          className={css.toast}
          data-tone={toast.tone}
          onPointerEnter={() => setPaused(true)}
          onPointerLeave={() => setPaused(false)}
          onFocus={() => setPaused(true)}
          onBlur={() => setPaused(false)}
        >
          <span className={css.icon} role="img" aria-label={text(tones[toast.tone].label)}>
            <Icon size={20} stroke={2.25} aria-hidden="true" />
          </span>
          <span className={css.text}>
            <b>{toast.title}</b>
            {toast.description}
          </span>
          <button type="button" className={css.close} aria-label={text('chrome.close')} onClick={close}>
            <IconX size={20} stroke={2} />
          </button>
        </span>
      )}
    </output>
  )
}
