import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { defaultModules } from '#shared/model/company.ts'
import { toLeadMenu, toModules } from '#shared/model/lead-menu.ts'

const blank = { name: '', url: '' }
const menu = (more: Partial<ReturnType<typeof toLeadMenu>> = {}) => ({ ...toLeadMenu(defaultModules), ...more })

const fieldsOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.fields
  }
  return undefined
}

describe('toModules', () => {
  it('keeps names and URLs as they were typed', () => {
    expect(toModules(menu({ local: { name: 'My Site', url: 'my-site' } }), null).local).toEqual({
      name: 'My Site',
      url: 'my-site',
    })
  })

  it('SHL-010 switches a line off that is left blank, and only one that may be off', () => {
    const modules = toModules(menu({ local: blank, b2b: blank }), null)
    expect(modules.b2b).toBeUndefined()
    expect(modules.local).toEqual(defaultModules.local)
  })

  it('asks for both name and URL', () => {
    const wanted = menu({ enhance: { name: 'Enrich', url: '' }, b2b: { name: '', url: 'business' } })
    expect(Object.keys(fieldsOf(() => toModules(wanted, null)) ?? {})).toEqual(['enhance.url', 'b2b.name'])
  })

  it('RTE-104 refuses a URL that the platform uses, and one that another line has', () => {
    expect(fieldsOf(() => toModules(menu({ local: { name: 'A', url: 'user' } }), null))).toEqual({
      'local.url': '"user" is used by the platform itself. Please choose another URL.',
    })
    const twins = menu({ local: { name: 'A', url: 'same' }, locator: { name: 'B', url: 'same' } })
    expect(Object.keys(fieldsOf(() => toModules(twins, null)) ?? {})).toEqual(['local.url', 'locator.url'])
  })

  it.each(['brand', 'embedded-code', 'assets', 'api'])('RTE-104 keeps /%s for the platform', (url) => {
    expect(fieldsOf(() => toModules(menu({ local: { name: 'A', url } }), null))).toHaveProperty('local.url')
  })

  it('refuses a line that the tenant neither has nor may be given', () => {
    const { local, locator, enhance } = defaultModules
    expect(fieldsOf(() => toModules(menu(), { own: { local, locator }, addable: { enhance } }))).toEqual({
      'b2b.name': 'B2B ID is not part of your plan.',
    })
  })

  it('gives no line back that was switched off, not even one that goes by its default', () => {
    const { local } = defaultModules
    const own = toModules(toLeadMenu({ local }), { own: { local }, addable: defaultModules })
    expect(Object.keys(own)).toEqual(['local'])
  })
})
