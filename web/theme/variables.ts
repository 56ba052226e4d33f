import type { Surface } from '#shared/model/surface.ts'
import type { Palette } from './palette.ts'

type Variables = Record<string, string>

function surfaceVariables(name: string, surface: Surface): Variables {
  const variables: Variables = {
    [`--brand-${name}`]: surface.background,
    [`--brand-${name}-hover`]: surface.hover,
    [`--brand-${name}-active`]: surface.active,
    [`--brand-${name}-border`]: surface.border,
    [`--brand-${name}-border-strong`]: surface.borderStrong,
    [`--brand-${name}-text`]: surface.text,
    [`--brand-${name}-dimmed`]: surface.dimmed,
    [`--brand-${name}-placeholder`]: surface.placeholder,
    [`--brand-${name}-link`]: surface.link,
    [`--brand-${name}-focus`]: surface.focus,
  }
  for (const [tone, colour] of Object.entries(surface.tones)) variables[`--brand-${name}-${tone}`] = colour
  return variables
}

function toneVariables(palette: Palette): Variables {
  const variables: Variables = {}
  for (const [name, paint] of Object.entries(palette.tones)) {
    const text = palette.box.tones[name] ?? palette.box.text
    Object.assign(variables, {
      [`--mantine-color-${name}-filled`]: paint.filled,
      [`--mantine-color-${name}-filled-hover`]: paint.filledHover,
      [`--mantine-color-${name}-contrast`]: paint.contrast,
      [`--mantine-color-${name}-light`]: paint.light,
      [`--mantine-color-${name}-light-hover`]: paint.lightHover,
      [`--mantine-color-${name}-light-color`]: paint.lightColor,
      [`--mantine-color-${name}-outline`]: text,
      [`--mantine-color-${name}-outline-hover`]: palette.box.hover,
      [`--mantine-color-${name}-text`]: text,
    })
  }
  return variables
}

/** A palette as CSS variables: ours (`--brand-*`), and Mantine's own laid over with the same values. */
export function paletteVariables(palette: Palette): Variables {
  const { box, raised, raisedHover } = palette
  return {
    ...surfaceVariables('sidebar', palette.sidebar),
    ...surfaceVariables('template', palette.template),
    ...surfaceVariables('box', box),
    ...toneVariables(palette),
    '--brand-raised': raised,
    '--brand-raised-hover': raisedHover,
    '--brand-text': box.text,
    '--brand-link': box.link,
    '--brand-focus': box.focus,
    '--brand-accent': palette.accent,
    '--brand-accent-contrast': palette.tones.brand.contrast,
    '--mantine-primary-color-contrast': palette.tones.brand.contrast,
    '--mantine-color-body': box.background,
    '--mantine-color-text': box.text,
    '--mantine-color-bright': box.text,
    '--mantine-color-dimmed': box.dimmed,
    '--mantine-color-placeholder': box.placeholder,
    '--mantine-color-anchor': box.link,
    '--mantine-color-error': box.tones.red ?? box.text,
    '--mantine-color-success': box.tones.green ?? box.text,
    '--mantine-color-default': raised,
    '--mantine-color-default-hover': box.hover,
    '--mantine-color-default-color': box.text,
    '--mantine-color-default-border': box.borderStrong,
    '--mantine-color-disabled': box.active,
    '--mantine-color-disabled-color': box.dimmed,
    '--mantine-color-disabled-border': box.border,
  }
}
