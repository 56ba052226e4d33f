import { Text } from '@mantine/core'
import type { Brand } from '#shared/model/brand.ts'
import { readableOn } from '#shared/model/contrast.ts'
import { useTenant } from '../api/tenant.ts'
import { useScheme } from '../theme/theme-provider.tsx'
import classes from './brand-mark.module.css'

/** The logo that can be seen on a ground: the one for dark grounds where light text would stand. */
function logoFor(brand: Brand, ground: 'sidebar' | 'page', scheme: 'light' | 'dark'): string | null {
  const isDark = scheme === 'dark' || (ground === 'sidebar' && readableOn(brand.sidebarColour) === '#ffffff')
  return isDark ? (brand.logoDark ?? brand.logo) : (brand.logo ?? brand.logoDark)
}

/** The tenant's logo with its name; a tenant without a logo is its name with its first letter. */
export function BrandMark({ ground = 'page' }: { ground?: 'sidebar' | 'page' }) {
  const { brand } = useTenant().data
  const { scheme } = useScheme()
  const logo = logoFor(brand, ground, scheme)
  return (
    <div className={classes.mark}>
      {logo ? (
        <img className={classes.logo} src={logo} alt="" />
      ) : (
        <span className={classes.letter} aria-hidden>
          {brand.shortName.slice(0, 1).toUpperCase() || '·'}
        </span>
      )}
      <Text fw={600} className={classes.name} data-collapsible>
        {brand.name}
      </Text>
    </div>
  )
}
