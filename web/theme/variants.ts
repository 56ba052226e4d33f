import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'
import { toneBase } from './tones.ts'

const known = new Set(['brand', ...Object.keys(toneBase)])

/** Our tones take their text from the palette, where contrast was computed; everything else keeps Mantine's own rule. */
export const variantColorResolver: VariantColorsResolver = (input) => {
  const usual = defaultVariantColorsResolver(input)
  const { color, theme, variant } = input
  const name = color ?? theme.primaryColor
  if (!known.has(name)) return usual
  const text = `var(--mantine-color-${name}-text)`
  if (variant === 'filled') return { ...usual, color: `var(--mantine-color-${name}-contrast)` }
  if (variant === 'subtle') return { ...usual, hover: 'var(--mantine-color-default-hover)', color: text }
  if (variant === 'transparent') return { ...usual, color: text }
  if (variant === 'outline') {
    return { ...usual, hover: 'var(--mantine-color-default-hover)', color: text, border: `1px solid ${text}` }
  }
  return usual
}
