// Each node of the page without layout is made with eleven tables for its listeners and for what was looked for below it. Few nodes ever
// have something in them, but they are carried along for as long as the node lives, with every collection of garbage. So a node gets
// them when they are first asked for, and forgets what it never noted without looking.
import EventTarget from 'happy-dom/lib/event/EventTarget.js'
import Node from 'happy-dom/lib/nodes/node/Node.js'
import * as names from 'happy-dom/lib/PropertySymbol.js'

/** What a constructor puts there is as empty as what is made later. */
function makeLate(prototype: object, name: symbol, make: () => object): void {
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(this: object) {
      const value = make()
      Object.defineProperty(this, name, { value, writable: true, configurable: true })
      return value
    },
    set: () => {},
  })
}

const phases = () => ({ bubbling: new Map(), capturing: new Map() })
makeLate(EventTarget.prototype, names.listeners, phases)
makeLate(EventTarget.prototype, names.listenerOptions, phases)
makeLate(Node.prototype, names.cache, () => ({
  querySelector: new Map(),
  querySelectorAll: new Map(),
  matches: new Map(),
  elementsByTagName: new Map(),
  elementsByTagNameNS: new Map(),
  elementByTagName: new Map(),
  elementById: new Map(),
  computedStyle: null,
}))

type Found = { result: unknown }
// This module is loaded once for each file, and the nodes are the same.
const ORIGINAL = Symbol.for('leadloom.test.clear-cache')
const forget: () => void = Reflect.get(Node.prototype, ORIGINAL) ?? Reflect.get(Node.prototype, names.clearCache)
Reflect.set(Node.prototype, ORIGINAL, forget)
Reflect.set(Node.prototype, names.clearCache, function (this: Node) {
  if (Object.hasOwn(this, names.cache)) {
    forget.call(this)
    return
  }
  const affected: Found[] = Reflect.get(this, names.affectsCache)
  if (affected.length === 0) return
  for (const found of affected) found.result = null
  Reflect.set(this, names.affectsCache, [])
})
