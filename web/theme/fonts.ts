import '@fontsource-variable/inter/index.css'
import './fallback-fonts.css'
import type { fonts } from '#shared/model/brand.ts'

type Font = (typeof fonts)[number]
type Kind = 'sans' | 'serif'

const ends: Record<Kind, string> = {
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
}

type Known = { kind: Kind; load: () => Promise<unknown> }

/** One lazy chunk for each font, so that a tenant's page loads its own and no other; Inter came with the page. */
const known: Record<Font, Known> = {
  Inter: { kind: 'sans', load: async () => undefined },
  'Source Sans 3': { kind: 'sans', load: () => import('@fontsource-variable/source-sans-3/index.css') },
  Nunito: { kind: 'sans', load: () => import('@fontsource-variable/nunito/index.css') },
  Lora: { kind: 'serif', load: () => import('@fontsource-variable/lora/index.css') },
  'Space Grotesk': { kind: 'sans', load: () => import('@fontsource-variable/space-grotesk/index.css') },
}

/** The stack for a font: the font, a local one stretched to its measures (so nothing jumps when it arrives), the system's. */
export function familyOf(font: Font): string {
  return `"${font} Variable", "${font} Fallback", ${ends[known[font].kind]}`
}

/** Brings a tenant's font. The fallback holds the place until it is there, and for good if it cannot be had. */
export async function loadFont(font: Font): Promise<void> {
  await known[font].load().catch(() => undefined)
}
