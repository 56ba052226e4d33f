import type { Brand } from './brand.ts'
import { mix, withLightness } from './colour.ts'
import { adjustFor, contrastRatio, READABLE, readableOn } from './contrast.ts'
import { groundsOf } from './grounds.ts'

const ends = ['#ffffff', '#000000'] as const

/** Whether one text colour can be read on all of these; a hover shade must never cost the text its contrast. */
const readableTogether = (grounds: readonly string[]) =>
  ends.some((end) => grounds.every((ground) => contrastRatio(end, ground) >= READABLE))

/** A second shade beside the grounds: towards the ink where that stays readable, else away from it. */
function shadeBeside(grounds: readonly [string, ...string[]], share: number): string {
  const [background] = grounds
  const ink = readableOn(background)
  const candidates = [mix(background, ink, share), mix(background, ink === ends[0] ? ends[1] : ends[0], share)]
  return candidates.find((shade) => readableTogether([...grounds, shade])) ?? background
}

/** A tint of the ground with another colour, kept only where text can still be read on both. */
export function tintBeside(ground: string, tint: string, share: number): string {
  const tinted = mix(ground, tint, share)
  return readableTogether([ground, tinted]) ? tinted : ground
}

export type Wish = { text: string; link: string; tones: Readonly<Record<string, string>> }

/** A place where text stands, with every colour that can be needed on it. */
export type Surface = {
  background: string
  hover: string
  active: string
  border: string
  borderStrong: string
  text: string
  dimmed: string
  placeholder: string
  link: string
  focus: string
  tones: Record<string, string>
}

/** Makes a surface of a background: what the tenant wishes for, moved only as far as contrast asks. `also` are shades on top of it. */
function surfaceOf(background: string, wish: Wish, also: readonly string[] = []): Surface {
  const hover = shadeBeside([background, ...also], 0.05)
  const active = shadeBeside([background, hover, ...also], 0.09)
  const grounds = [background, hover, active, ...also]
  const ink = readableOn(background)
  const text = adjustFor(wish.text, grounds)
  const tones = Object.entries(wish.tones).map(([name, colour]) => [name, adjustFor(colour, grounds)] as const)
  return {
    background,
    hover,
    active,
    border: mix(background, ink, 0.13),
    borderStrong: mix(background, ink, 0.26),
    text,
    dimmed: adjustFor(mix(text, background, 0.36), grounds),
    placeholder: adjustFor(mix(text, background, 0.45), grounds),
    link: adjustFor(wish.link, grounds),
    focus: adjustFor(wish.link, grounds, 3),
    tones: Object.fromEntries(tones),
  }
}

/** The text that a tenant wishes for; in the dark a light one of the same hue. */
const textWish = ({ textColour }: Brand, scheme: 'light' | 'dark'): string =>
  scheme === 'light' ? textColour : withLightness(textColour, 0.92, 0.006)

/** The three large surfaces of a page, and what floats above a box. */
export function surfacesOf(brand: Brand, scheme: 'light' | 'dark', tones: Wish['tones'] = {}) {
  const { sidebar, template, box, raised } = groundsOf(brand, scheme)
  const wish = { text: textWish(brand, scheme), link: brand.linkColour, tones }
  const raisedHover = shadeBeside([raised, box], 0.05)
  return {
    sidebar: surfaceOf(sidebar, { ...wish, text: readableOn(sidebar) }),
    template: surfaceOf(template, wish),
    box: surfaceOf(box, wish, [raised, raisedHover]),
    raised,
    raisedHover,
  }
}
