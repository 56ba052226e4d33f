/** A colour as OKLab: lightness from 0 to 1, and two axes of hue. Equal steps look equal, which sRGB cannot promise. */
type Lab = { lightness: number; a: number; b: number }
type Rgb = readonly [number, number, number]

const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** The linear light of `#rrggbb`, each part from 0 to 1. */
export function toLinearRgb(hex: string): Rgb {
  return [toLinear(channel(hex, 1)), toLinear(channel(hex, 3)), toLinear(channel(hex, 5))]
}

function toHex(rgb: Rgb): string {
  const part = (value: number) => {
    const byte = Math.round(Math.min(1, Math.max(0, toGamma(value))) * 255)
    return byte.toString(16).padStart(2, '0')
  }
  return `#${rgb.map(part).join('')}`
}

function toLab(hex: string): Lab {
  const [r, g, b] = toLinearRgb(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

function fromLab({ lightness, a, b }: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return toHex([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ])
}

/** Goes from one colour towards another by a share of 0 to 1, in steps that look even; the ends are exact. */
export function mix(from: string, to: string, share: number): string {
  if (share <= 0) return from.toLowerCase()
  if (share >= 1) return to.toLowerCase()
  const x = toLab(from)
  const y = toLab(to)
  const between = (p: number, q: number) => p + (q - p) * share
  return fromLab({
    lightness: between(x.lightness, y.lightness),
    a: between(x.a, y.a),
    b: between(x.b, y.b),
  })
}

/** The same hue at another lightness (0 black, 1 white), with its strength held below a limit so that large areas stay calm. */
export function withLightness(colour: string, lightness: number, maximumChroma: number): string {
  const { a, b } = toLab(colour)
  const chroma = Math.hypot(a, b)
  const factor = chroma > maximumChroma ? maximumChroma / chroma : 1
  return fromLab({ lightness, a: a * factor, b: b * factor })
}

/** How light a colour looks, from 0 to 1. */
export function lightnessOf(colour: string): number {
  return toLab(colour).lightness
}
