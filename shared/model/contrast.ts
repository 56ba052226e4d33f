import { mix, toLinearRgb } from './colour.ts'

const WHITE = '#ffffff'
const INK = '#18181b'
const BLACK = '#000000'

/** The least contrast at which WCAG 2.2 calls ordinary text readable (success criterion 1.4.3). */
export const READABLE = 4.5

const luminance = (colour: string): number => {
  const [r, g, b] = toLinearRgb(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The WCAG contrast of two colours, from 1 (the same) to 21 (black on white); the order does not matter. */
export function contrastRatio(a: string, b: string): number {
  const x = luminance(a)
  const y = luminance(b)
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** White, near-black, or black where nothing softer can be read: always at least 4.5 to 1 on the background. */
export function readableOn(background: string): string {
  if (contrastRatio(WHITE, background) >= READABLE) return WHITE
  return contrastRatio(INK, background) >= READABLE ? INK : BLACK
}

const weakest = (colour: string, backgrounds: readonly string[]) =>
  Math.min(...backgrounds.map((background) => contrastRatio(colour, background)))

/** Ten halvings are finer than the 256 steps that a channel has. */
const HALVINGS = 10

function shareTowards(target: string, colour: string, backgrounds: readonly string[], minimum: number) {
  let tooLittle = 0
  let enough = 1
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (tooLittle + enough) / 2
    if (weakest(mix(colour, target, middle), backgrounds) >= minimum) enough = middle
    else tooLittle = middle
  }
  return enough
}

/**
 * The colour itself when it can be read on the background, else the nearest lighter or darker one that can.
 * With several backgrounds it must be readable on each; if nothing is, the best of black and white comes back.
 */
export function adjustFor(colour: string, background: string | readonly string[], minimum = READABLE): string {
  const backgrounds = typeof background === 'string' ? [background] : background
  if (weakest(colour, backgrounds) >= minimum) return colour.toLowerCase()
  const reachable = [WHITE, BLACK].filter((end) => weakest(end, backgrounds) >= minimum)
  if (reachable.length === 0) return weakest(WHITE, backgrounds) >= weakest(BLACK, backgrounds) ? WHITE : BLACK
  const steps = reachable.map((end) => ({ end, share: shareTowards(end, colour, backgrounds, minimum) }))
  const nearest = steps.reduce((best, step) => (step.share < best.share ? step : best))
  return mix(colour, nearest.end, nearest.share)
}
