import '@fontsource-variable/inter/index.css'
import './fallback-fonts.css'
import type { fonts } from '#shared/model/brand.ts'

type Font = (typeof fonts)[number]
type Kind = 'sans' | 'serif'

const ends: Record<Kind, string> = {
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
}

const known: Record<Font, { folder: string; kind: Kind }> = {
  Inter: { folder: 'inter', kind: 'sans' },
  'Source Sans 3': { folder: 'source-sans-3', kind: 'sans' },
  Nunito: { folder: 'nunito', kind: 'sans' },
  Lora: { folder: 'lora', kind: 'serif' },
  'Space Grotesk': { folder: 'space-grotesk', kind: 'sans' },
}

/** The stack for a font: the font, a local one stretched to its measures (so nothing jumps when it arrives), the system's. */
export function familyOf(font: Font): string {
  return `"${font} Variable", "${font} Fallback", ${ends[known[font].kind]}`
}

/** One lazy chunk for each font that is installed: a tenant's page loads its own and no other. */
const sheets = import.meta.glob(
  '../../node_modules/@fontsource-variable/{source-sans-3,nunito,lora,space-grotesk}/index.css',
)

/** Brings a tenant's font. The fallback holds the place until it is there, and for good if it cannot be had. */
export async function loadFont(font: Font): Promise<void> {
  const sheet = Object.entries(sheets).find(([path]) => path.includes(`/${known[font].folder}/`))
  await sheet?.[1]().catch(() => undefined)
}
