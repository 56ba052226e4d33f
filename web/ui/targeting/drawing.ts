// What a map must be able to do here: let a person draw a circle or a shape. The map itself is somebody else's.
import type { MapShape } from '#shared/model/map-shape.ts'

export type DrawingKind = 'circle' | 'polygon'

export type Drawing = {
  /** What the next click begins. What was drawn before goes. */
  use: (kind: DrawingKind) => void
  clear: () => void
  close: () => void
}

export type DrawingTool = (options: {
  element: HTMLElement
  /** A shape was drawn or changed; null while there is none that is whole. */
  onShape: (shape: MapShape | null) => void
  /** The map went away, for example because its key is not taken. */
  onFailure: () => void
}) => Drawing

export type LoadDrawing = (mapsKey: string) => Promise<DrawingTool>

/** Loaded when a map is shown, and by nobody who shows none. */
export const loadGoogleDrawing: LoadDrawing = async (mapsKey) =>
  (await import('./google-drawing.ts')).loadDrawing(mapsKey)
