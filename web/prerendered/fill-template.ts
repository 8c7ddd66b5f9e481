/** A placeholder, which is valid in a path too. */
const PLACEHOLDER = /__([a-z]+)__/g

/**
 * Returns a copy of a template in which `__name__` in texts and attributes is replaced by the value of that name. An
 * element whose text or attribute becomes empty is removed.
 */
export function fillTemplate(template: HTMLTemplateElement, values: Readonly<Record<string, unknown>>): DocumentFragment {
  const copy = document.importNode(template.content, true)
  const fill = (text: string) => text.replace(PLACEHOLDER, (_whole, name: string) => String(values[name]))
  for (const element of copy.querySelectorAll('*')) {
    const [only, ...others] = element.childNodes
    const texts = only instanceof Text && others.length === 0 ? [only] : []
    for (const node of [...element.attributes, ...texts]) {
      const before = node.nodeValue ?? ''
      node.nodeValue = fill(before)
      if (before !== '' && node.nodeValue === '') element.remove()
    }
  }
  return copy
}
