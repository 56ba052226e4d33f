// What lies over the page, the topmost last. The key that closes the one on top reaches all of them: only that one may go by it.
import type { Place } from './unsaved.ts'

/** A question is no place of its own. */
type Layer = Place | object

const layers: Layer[] = []

const isIn = (layer: Layer, above: Layer): boolean =>
  'parent' in layer && layer.parent instanceof Object && (layer.parent === above || isIn(layer.parent, above))

/** What stands in it may be there before it. What is answered takes the layer away, once the key that did so was heard by all. */
export function coverPage(layer: Layer): () => void {
  const first = layers.findIndex((each) => isIn(each, layer))
  layers.splice(first < 0 ? layers.length : first, 0, layer)
  return () => void setTimeout(() => layers.splice(layers.indexOf(layer), 1))
}

export const isOnTop = (layer: Layer): boolean => layers.at(-1) === layer
