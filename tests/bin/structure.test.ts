import { describe, expect, it } from 'vitest'
import { readSource } from '#bin/imports.ts'
import { findAreaFaults, findCircles, findHardWords, findLargeFolders, findNeedlessSpreads } from '#bin/structure.ts'

describe('findAreaFaults', () => {
  it.each([
    'shared/contracts/wallet/calls.ts',
    'shared/contracts/lib/fields.ts',
    'shared/contracts/index.ts',
    'functions/api/wallet.ts',
    'functions/api/wallet/charge.ts',
    'functions/domain/exclusions/import.ts',
    'functions/data/index.ts',
    'functions/wire/companies/row.ts',
    'web/features/wallet/top-up.tsx',
    'tests/functions/isolation/wall.test.ts',
    'web/ui/data-table/table.tsx',
  ])('lets %s stand', (file) => expect(findAreaFaults([file])).toEqual([]))

  it.each([
    'shared/contracts/billing-things/calls.ts',
    'functions/api/clients.ts',
    'functions/domain/settle.ts',
    'functions/domain/misc/settle.ts',
    'functions/data/user.ts',
    'functions/wire/rows.ts',
    'web/features/branding/form.tsx',
    'tests/functions/clients/list.test.ts',
  ])('refuses %s', (file) => {
    const [finding] = findAreaFaults([file])
    expect(finding?.message).toContain('no area')
  })
})

describe('findLargeFolders', () => {
  const filesOf = (count: number, folder: string) => Array.from({ length: count }, (_, at) => `${folder}/file-${at}.ts`)

  it('refuses a folder of domain or data with more than twenty files', () => {
    expect(findLargeFolders(filesOf(20, 'functions/domain/wallet'))).toEqual([])
    expect(findLargeFolders(filesOf(21, 'functions/domain/wallet')).map(({ file }) => file)).toEqual([
      'functions/domain/wallet',
    ])
    expect(findLargeFolders(filesOf(21, 'functions/data/wallet'))).toHaveLength(1)
  })

  it('bounds no other room', () => expect(findLargeFolders(filesOf(40, 'web/features/pricing'))).toEqual([]))
})

describe('findCircles', () => {
  const read = (files: Record<string, string>) =>
    Object.entries(files).map(([file, source]) => readSource(file, source))

  it('names a circle, however long', () => {
    const [finding, ...more] = findCircles(
      read({
        'shared/a.ts': "import { b } from './b.ts'\nexport const a = b",
        'shared/b.ts': "export { c as b } from '#shared/c.ts'",
        'shared/c.ts': "import { a } from './a.ts'\nexport const c = a",
      }),
    )
    expect(finding?.message).toContain('shared/a.ts -> shared/b.ts -> shared/c.ts -> shared/a.ts')
    expect(more).toEqual([])
  })

  it('lets what is loaded later close one', () => {
    const sources = read({
      'shared/a.ts': "import { b } from './b.ts'\nexport const a = b",
      'shared/b.ts': "export const b = () => import('./a.ts')",
    })
    expect(findCircles(sources)).toEqual([])
  })
})

describe('findHardWords', () => {
  const linesOf = (source: string) => findHardWords([readSource('shared/a.ts', source)]).map(({ line }) => line)

  it('finds them in comments of every kind, and not in texts or names', () => {
    const word = ['who', 'ever'].join('')
    expect(linesOf(`// For ${word} comes.\nexport const a = 1`)).toEqual([1])
    expect(linesOf(`export const a = 1\n/**\n * ${word} asks.\n */\nexport const b = 2`)).toEqual([3])
    expect(linesOf(`export const a = '${word}'`)).toEqual([])
  })
})

describe('findNeedlessSpreads', () => {
  it('finds an object that is spread where it is written, and lets a condition stand', () => {
    const dots = '...'
    const count = (source: string) => findNeedlessSpreads([readSource('shared/a.ts', source)]).length
    expect(count(`export const a = { ${dots}{ b: 1 }, c: 2 }`)).toBe(1)
    expect(count(`export const a = (b: boolean) => ({ ${dots}(b && { c: 1 }) })`)).toBe(0)
    expect(count(`export const a = { ${dots}b }`)).toBe(0)
  })
})
