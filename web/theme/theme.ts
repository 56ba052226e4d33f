import { createTheme, rem } from '@mantine/core'
import { parts } from './parts.ts'
import { variantColorResolver } from './variants.ts'

/** Our own look, before a tenant's brand is laid over it: small radii, few sizes, one accent. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 8 },
  variantColorResolver,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 'sm',
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(16), xl: rem(20) },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.55', xl: '1.6' },
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: rem(22), lineHeight: '1.3' },
      h2: { fontSize: rem(15), lineHeight: '1.4' },
      h3: { fontSize: rem(14), lineHeight: '1.45' },
      h4: { fontSize: rem(14), lineHeight: '1.45' },
      h5: { fontSize: rem(14), lineHeight: '1.5' },
      h6: { fontSize: rem(12), lineHeight: '1.5' },
    },
  },
  shadows: {
    xs: '0 1px 2px var(--brand-shadow)',
    sm: '0 1px 3px var(--brand-shadow)',
    md: '0 4px 12px var(--brand-shadow), 0 1px 3px var(--brand-shadow)',
    lg: '0 8px 24px var(--brand-shadow), 0 2px 6px var(--brand-shadow)',
    xl: '0 16px 48px var(--brand-shadow), 0 4px 12px var(--brand-shadow)',
  },
  components: parts,
})
