/** A placeholder, which is valid in a path too. */
const PLACEHOLDER = /__([a-z]+)__/g

/**
 * Returns a copy of a template in which `__name__` in texts and attributes is replaced by the value of that name.
 * Attributes and elements that become empty are removed.
 */
export function fillTemplate(template: HTMLTemplateElement, values: Readonly<Record<string, unknown>>): DocumentFragment {
  const copy = document.importNode(template.content, true)
  const fill = (text: string) => text.replace(PLACEHOLDER, (_whole, name: string) => String(values[name]))
  for (const element of copy.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      const value = element.getAttribute(name) ?? ''
      const filled = fill(value)
      if (filled === value) continue
      if (filled === '') element.removeAttribute(name)
      else element.setAttribute(name, filled)
    }
    const [only, ...others] = element.childNodes
    if (!(only instanceof Text) || others.length > 0) continue
    only.data = fill(only.data)
    if (only.data === '') element.remove()
  }
  return copy
}
