import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Brand, defaultBrand, fonts } from '#shared/model/brand.ts'
import { familyOf, loadFont } from '#web/theme/fonts.ts'
import { ThemeProvider, useScheme } from '#web/theme/theme-provider.tsx'

const brand: Brand = {
  ...defaultBrand,
  sidebarColour: '#14532d',
  templateColour: '#f0fdf4',
  boxColour: '#fffffe',
  textColour: '#1e3a8a',
  linkColour: '#9d174d',
  font: 'Lora',
}
const around = ({ children }: { children: ReactNode }) => <ThemeProvider brand={brand}>{children}</ThemeProvider>

const preferDark = (dark: boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: dark && query.includes('dark'),
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  )

const page = document.documentElement

beforeEach(() => {
  localStorage.clear()
  page.className = ''
  vi.restoreAllMocks()
})

describe('ThemeProvider', () => {
  it('THM-001 THM-004 toggles between light-theme and dark-theme and stores the choice', async () => {
    const { result } = renderHook(useScheme, { wrapper: around })
    expect(page.classList.contains('light-theme')).toBe(true)
    act(() => result.current.toggle())
    await waitFor(() => expect(page.className).toBe('dark-theme'))
    expect(localStorage.getItem('user-theme')).toBe('dark-theme')
    act(() => result.current.toggle())
    await waitFor(() => expect(page.className).toBe('light-theme'))
    expect(localStorage.getItem('user-theme')).toBe('light-theme')
  })

  it('THM-002 starts with the stored value, against the system', () => {
    preferDark(false)
    localStorage.setItem('user-theme', 'dark-theme')
    const { result } = renderHook(useScheme, { wrapper: around })
    expect(result.current.scheme).toBe('dark')
  })

  it.each([true, false])('THM-003 asks the system when nothing is stored (dark: %s)', (dark) => {
    preferDark(dark)
    const { result } = renderHook(useScheme, { wrapper: around })
    expect(result.current.scheme).toBe(dark ? 'dark' : 'light')
    expect(page.classList.contains(dark ? 'dark-theme' : 'light-theme')).toBe(true)
  })

  it('THM-006 THM-007 writes the colours and the font of the tenant as variables of the page', () => {
    renderHook(useScheme, { wrapper: around })
    const sheet = [...document.querySelectorAll('style')].map((style) => style.textContent).join('\n')
    const light = sheet.slice(sheet.indexOf('[data-mantine-color-scheme="light"]'))
    const colourOf = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(light)?.[1]
    const { sidebarColour, templateColour, boxColour, textColour, linkColour } = brand
    const painted = {
      'brand-sidebar': sidebarColour,
      'brand-template': templateColour,
      'brand-box': boxColour,
      // Ours, those of each surface, and those that Mantine paints its own parts with.
      'brand-text': textColour,
      'brand-template-text': textColour,
      'brand-box-text': textColour,
      'mantine-color-text': textColour,
      'mantine-color-bright': textColour,
      'brand-link': linkColour,
      'brand-template-link': linkColour,
      'brand-box-link': linkColour,
      'mantine-color-anchor': linkColour,
      'mantine-color-body': boxColour,
    }
    for (const [name, colour] of Object.entries(painted)) expect([name, colourOf(name)]).toEqual([name, colour])
    expect(sheet).toMatch(/--mantine-font-family: "Lora Variable", "Lora Fallback"/)
  })
})

describe('the surfaces', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../web/theme/tokens.css'), 'utf8')

  it.each(['template', 'sidebar', 'box'])('THM-006 the %s takes its own background, text and link', (name) => {
    const block = new RegExp(
      `\\[data-surface="${name}"\\](?:,\\s*\\.mantine-Paper-root)? \\{([^}]*--mantine-color-body[^}]*)\\}`,
    )
    const rules = block.exec(css)?.[1] ?? ''
    const taken = {
      'mantine-color-body': `brand-${name}`,
      'mantine-color-text': `brand-${name}-text`,
      'mantine-color-bright': `brand-${name}-text`,
      'mantine-color-anchor': `brand-${name}-link`,
      'brand-text': `brand-${name}-text`,
      'brand-link': `brand-${name}-link`,
    }
    for (const [at, from] of Object.entries(taken)) expect(rules).toContain(`--${at}: var(--${from});`)
  })
})

describe('fonts', () => {
  it('gives each font a fallback of its own measures', () => {
    for (const font of fonts) expect(familyOf(font)).toContain(`"${font} Variable", "${font} Fallback"`)
  })

  it('never fails over a font that cannot be had', async () => {
    for (const font of fonts) await expect(loadFont(font)).resolves.toBeUndefined()
  })
})
