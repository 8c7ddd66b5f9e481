/** The element that a translation put in the place of a text node. */
const replacements = new WeakMap<Node, Element>()

const isElement = (node: Node | null | undefined): node is Element => node?.nodeType === 1

/** Notes which element took the place of each removed text node, whether in one step or in two. */
function noteReplacements(records: readonly MutationRecord[]) {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const [text] = removedNodes
    if (text?.nodeType !== 3 || text.parentNode !== null) continue
    const element = [addedNodes[0], previousSibling, nextSibling].find(isElement)
    if (element) replacements.set(text, element)
  }
}

/** Returns the child of `parent` that stands for this node, or contains it; null without one. */
function childFor(parent: Node, node: Node): Node | null {
  let child: Node | null = node.parentNode === null ? (replacements.get(node) ?? null) : node
  while (child !== null && child.parentNode !== parent) child = child.parentNode
  return child
}

/**
 * Lets React change a page that the browser translates. A translation replaces text nodes by elements; React would
 * remove them, insert before them or change their text, which throws or shows the old text. Call it once, before the
 * first render.
 */
export function tolerateTranslation(): void {
  if (!('MutationObserver' in window)) return
  const observer = new MutationObserver(noteReplacements)
  observer.observe(document.body, { childList: true, subtree: true })

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function removeTranslated<Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child // it returns its argument
    noteReplacements(observer.takeRecords())
    const shown = childFor(this, child)
    if (shown !== null) removeChild.call(this, shown)
    return child
  }
  Node.prototype.insertBefore = function insertBeforeTranslated<Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    if (next === null || next.parentNode === this) return insertBefore.call(this, child, next) as Child // it returns its argument
    noteReplacements(observer.takeRecords())
    return insertBefore.call(this, child, childFor(this, next)) as Child // it returns its argument
  }

  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  if (!nodeValue) return
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Text, value: string | null) {
      nodeValue.set?.call(this, value)
      if (this.parentNode !== null) return
      noteReplacements(observer.takeRecords())
      const element = replacements.get(this)
      // The new text is shown in the language of the page until the browser translates it.
      if (element?.isConnected === true) element.replaceWith(this)
    },
  })
}
