/** What a thing says: the six types that notices, page links and statistic cards share. */
export const tones = ['default', 'primary', 'danger', 'success', 'warning', 'info'] as const
export type Tone = (typeof tones)[number]

/** Mantine's colour names for the tones. `brand` is the tenant's own link colour. */
const names = {
  default: 'gray',
  primary: 'brand',
  danger: 'red',
  success: 'green',
  warning: 'yellow',
  info: 'blue',
} as const satisfies Record<Tone, string>
export type ToneColour = (typeof names)[Tone]

export const colourOf = (tone: Tone): ToneColour => names[tone]

/** Where each tone starts; contrast moves it when a surface needs that. `brand` comes from the tenant. */
export const toneBase = {
  gray: '#52525b',
  red: '#d92d20',
  green: '#15803d',
  yellow: '#b45309',
  blue: '#1d6fd8',
} as const satisfies Record<Exclude<ToneColour, 'brand'>, string>
