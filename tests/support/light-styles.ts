// Who looks for a role asks of every element and all above it whether it is shown. To answer, the page without layout copies the four
// hundred colours and sizes that Mantine defines for the whole page into each of those elements, which was a tenth of the time of the
// screens' tests. None of them hides anything, so they stay out of computed styles; what a style sheet or an element says stays in.
import CSSComputedStyle from 'happy-dom/lib/css/declaration/computed-style/CSSComputedStyle.js'

type Lister = (this: unknown, root: ParentNode | null) => unknown[]

const name = 'getStyleSheets'
const list: Lister = Reflect.get(CSSComputedStyle.prototype, name)

Reflect.set(CSSComputedStyle.prototype, name, function (this: unknown, root: ParentNode | null): unknown[] {
  const variables = [...(root?.querySelectorAll<HTMLStyleElement>('style[data-mantine-styles="true"]') ?? [])]
  return list.call(this, root).filter((sheet) => !variables.some((element) => element.sheet === sheet))
})
