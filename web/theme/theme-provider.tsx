import { MantineProvider, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type Brand, defaultBrand } from '#shared/model/brand.ts'
import { brandTheme } from './brand.ts'
import { loadFont } from './fonts.ts'
import { markPage, printInLight, userThemeManager } from './scheme.ts'
import './tokens.css'

function PageMark() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => markPage(scheme), [scheme])
  useEffect(() => printInLight(), [])
  return null
}

type Props = { brand?: Brand; scheme?: 'light' | 'dark'; children: ReactNode }

/** The tenant's look around everything. `scheme` is forced only where a page must show one of the two. */
export function ThemeProvider({ brand = defaultBrand, scheme, children }: Props) {
  const look = useMemo(() => brandTheme(brand), [brand])
  const [manager] = useState(userThemeManager)
  useEffect(() => {
    void loadFont(brand.font)
  }, [brand.font])
  return (
    <MantineProvider
      theme={look.theme}
      cssVariablesResolver={look.cssVariablesResolver}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
      // The provider writes every variable itself, so the sheet of defaults need not be loaded.
      deduplicateCssVariables={false}
      {...(scheme ? { forceColorScheme: scheme } : {})}
    >
      <PageMark />
      {children}
    </MantineProvider>
  )
}

/** What the theme button needs: the scheme in force, and a way to the other one. */
export function useScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return { scheme, toggle: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark') }
}
