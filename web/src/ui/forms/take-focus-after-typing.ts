import { isTextField } from '../../platform/forms/text-field.ts'
import { TYPING_REST_MS } from '../../platform/tuning.ts'

const TYPING = ['keydown', 'input', 'compositionstart', 'compositionupdate'] as const

/**
 * Calls `takeFocus` at once. If a text field has the focus, calls it when the user stops typing or leaves the field;
 * until then the dialog is visible and typing continues in the field. @returns the function that stops the wait.
 */
export function takeFocusAfterTyping(dialog: HTMLDialogElement, takeFocus: () => void): () => void {
  if (!isTextField(document.activeElement)) {
    takeFocus()
    return () => undefined
  }
  // Not `show()`, which moves the focus.
  dialog.setAttribute('open', '')
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    for (const event of TYPING) document.removeEventListener(event, wait, true)
    document.removeEventListener('focusout', leave, true)
  }
  const take = () => {
    stop()
    takeFocus()
  }
  function wait() {
    clearTimeout(timer)
    timer = setTimeout(take, TYPING_REST_MS)
  }
  function leave({ relatedTarget }: FocusEvent) {
    // After the focus has moved, so that a button of the dialog that was clicked receives its click.
    if (!(relatedTarget instanceof Element) || !isTextField(relatedTarget)) timer = setTimeout(take, 0)
  }
  for (const event of TYPING) document.addEventListener(event, wait, true)
  document.addEventListener('focusout', leave, true)
  wait()
  return stop
}
