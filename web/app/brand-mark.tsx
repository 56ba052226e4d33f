import { Text } from '@mantine/core'
import type { Brand } from '#shared/model/brand.ts'
import { firstSign } from '#shared/text.ts'
import { useTenant } from '../api/tenant.ts'
import { isDarkGround } from '../theme/ground.ts'
import { useScheme } from '../theme/theme-provider.tsx'
import classes from './brand-mark.module.css'

/** The logo that can be seen on the sidebar: the one for dark grounds where light text would stand. */
function logoFor({ sidebarColour, logo, logoDark }: Brand, scheme: 'light' | 'dark'): string | null {
  const isDark = scheme === 'dark' || isDarkGround(sidebarColour)
  return isDark ? (logoDark ?? logo) : (logo ?? logoDark)
}

/** The tenant's logo and name in large, for the pages before sign-in. A logo speaks for itself there. */
export function BrandFace() {
  const { brand } = useTenant().data
  const { scheme } = useScheme()
  const logo = logoFor(brand, scheme)
  return logo ? (
    <img className={classes.face} src={logo} alt={brand.name} />
  ) : (
    <span className={classes.word}>{brand.name}</span>
  )
}

/** The tenant's logo, or its name where it has none, and its small sign where the sidebar is folded. */
export function BrandMark() {
  const { brand } = useTenant().data
  const { scheme } = useScheme()
  const logo = logoFor(brand, scheme)
  const letter = (
    <span className={classes.letter} aria-hidden>
      {firstSign(brand.shortName).toUpperCase() || '·'}
    </span>
  )
  return (
    <div className={classes.mark}>
      <div className={classes.full} data-collapsible>
        {logo ? (
          <img className={classes.logo} src={logo} alt={brand.name} />
        ) : (
          <>
            {letter}
            <Text className={classes.name} dir="auto">
              {brand.name}
            </Text>
          </>
        )}
      </div>
      <div className={classes.folded} data-folded-only aria-hidden>
        {brand.favicon ? <img className={classes.sign} src={brand.favicon} alt="" /> : letter}
      </div>
    </div>
  )
}
