import { Box, SegmentedControl, Stack, Text } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import type { Brand } from '#shared/model/brand.ts'
import { logoFor } from '#shared/model/logo.ts'
import { familyOf, loadFont } from '../../theme/fonts.ts'
import { brandPalette, type Scheme } from '../../theme/palette.ts'
import { paletteVariables } from '../../theme/variables.ts'
import classes from './brand-preview.module.css'

const rows = [
  ['Maria Alvarez', 'Chicago', '2 min ago'],
  ['Deshawn Carter', 'Austin', '14 min ago'],
  ['Priya Natarajan', 'Denver', '1 h ago'],
] as const

function Mark({ brand, scheme }: { brand: Brand; scheme: Scheme }) {
  const logo = logoFor(brand, scheme)
  if (logo) return <img className={classes.logo} src={logo} alt="" />
  return (
    <span className={classes.name}>
      {brand.favicon && <img className={classes.icon} src={brand.favicon} alt="" />}
      {brand.shortName || brand.name}
    </span>
  )
}

/** A small page in a brand that is not saved yet. It only shows: nothing in it can be used. */
export function BrandPreview({ brand, menu }: { brand: Brand; menu: readonly string[] }) {
  const [scheme, setScheme] = useState<Scheme>('light')
  const variables = useMemo(() => paletteVariables(brandPalette(brand, scheme)), [brand, scheme])
  useEffect(() => {
    void loadFont(brand.font)
  }, [brand.font])
  return (
    <Stack gap="xs">
      <div className={classes.head}>
        <Text size="sm" fw={500}>
          Preview
        </Text>
        <SegmentedControl
          size="xs"
          value={scheme}
          onChange={(value) => setScheme(value === 'dark' ? 'dark' : 'light')}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          aria-label="Preview in"
        />
      </div>
      <Box
        className={classes.frame}
        __vars={{ ...variables, '--preview-font': familyOf(brand.font) }}
        aria-hidden
        data-testid="brand-preview"
      >
        <div className={classes.sidebar}>
          <Mark brand={brand} scheme={scheme} />
          {menu.map((item, at) => (
            <span key={item} className={classes.item} data-current={at === 0 || undefined}>
              {item}
            </span>
          ))}
        </div>
        <div className={classes.page}>
          <div className={classes.title}>
            Leads <span className={classes.button}>Download CSV</span>
          </div>
          <div className={classes.note}>People who visited the site this week</div>
          <div className={classes.box}>
            {rows.map(([name, city, ago]) => (
              <div key={name} className={classes.row}>
                <span className={classes.link}>{name}</span>
                <span>{city}</span>
                <span className={classes.ago}>{ago}</span>
              </div>
            ))}
          </div>
          <span className={classes.badge}>3 new today</span>
        </div>
      </Box>
    </Stack>
  )
}
