// Who looks for a role asks of every element and all above it whether it is shown. To answer, the page without layout copies the four
// hundred colours and sizes that Mantine defines for the whole page into each of those elements, which was a tenth of the time of the
// screens' tests. None of them hides anything, so they stay out of computed styles; what a style sheet or an element says stays in.
import CSSComputedStyle from 'happy-dom/lib/css/declaration/computed-style/CSSComputedStyle.js'
import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'

type Sheeted = ParentNode & { adoptedStyleSheets?: unknown[] }

Reflect.set(CSSComputedStyle.prototype, 'getStyleSheets', (root: Sheeted | null): unknown[] => {
  if (!root) return []
  const sheets: unknown[] = []
  for (const element of root.querySelectorAll<HTMLStyleElement | HTMLLinkElement>('style,link[rel="stylesheet"]'))
    if (element.sheet && element.getAttribute('data-mantine-styles') !== 'true') sheets.push(element.sheet)
  return [...sheets, ...(root.adoptedStyleSheets ?? [])]
})

// What an element inherits is copied at each step from the root down to it. The properties are flat, so that they are copied by hand in a
// twentieth of the time that a structured clone takes.
const names = 'definedPropertyNames'
Reflect.set(CSSPropertyManager.prototype, 'clone', function (this: CSSPropertyManager): CSSPropertyManager {
  const copy = new CSSPropertyManager()
  for (const [name, property] of Object.entries(this.properties)) copy.properties[name] = { ...property }
  Reflect.set(copy, names, { ...Reflect.get(this, names) })
  return copy
})
