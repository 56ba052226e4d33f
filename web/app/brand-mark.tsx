import { Text } from '@mantine/core'
import { logoFor } from '#shared/model/logo.ts'
import { firstSign } from '#shared/text.ts'
import { useTenant } from '../api/tenant.ts'
import { useScheme } from '../theme/theme-provider.tsx'
import classes from './brand-mark.module.css'

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
            <Text className={classes.name} lineClamp={2} title={brand.name} dir="auto">
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
