/** Types of `<input>` that take no typed text. */
const WITHOUT_TEXT = ['button', 'checkbox', 'color', 'file', 'hidden', 'image', 'radio', 'range', 'reset', 'submit']

/** Returns whether an element takes typed text: a text input, a text area or an editor. */
export function isTextField(element: Element | null): element is HTMLElement {
  if (element instanceof HTMLInputElement) return !WITHOUT_TEXT.includes(element.type)
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable)
}

/** Returns whether no control has the focus. An element that only scripts focus, such as a title, is not a control. */
export const isFreeToFocus = (element: Element | null): boolean =>
  element === null ||
  element === document.body ||
  (element.getAttribute('tabindex') === '-1' && !isTextField(element) && element.closest('[role=dialog]') === null)
