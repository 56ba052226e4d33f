import type { Brand } from './brand.ts'
import { readableOn } from './contrast.ts'

/** The logo that can be seen on the sidebar: the one for dark grounds where light writing would stand. Null: the tenant has none. */
export function logoFor(
  { sidebarColour, logo, logoDark }: Pick<Brand, 'sidebarColour' | 'logo' | 'logoDark'>,
  scheme: 'light' | 'dark',
): string | null {
  const isDark = scheme === 'dark' || readableOn(sidebarColour) === '#ffffff'
  return isDark ? (logoDark ?? logo) : (logo ?? logoDark)
}
