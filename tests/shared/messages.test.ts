import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { messages } from '#shared/messages.ts'

const root = join(import.meta.dirname, '../..')
const rows = readFileSync(join(root, 'docs/acceptance/business.md'), 'utf8').matchAll(/^\| (ERB-\d+)\+? \| (.+?) \|/gm)
/** What the rows quote. Values of an answer are no sentences. */
const catalogue = [...rows].flatMap(([, id = '', requirement = '']) =>
  requirement.includes('has result')
    ? []
    : [...requirement.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)].map(([, sentence = '']) => ({ id, sentence })),
)
const known = new Set<string>(Object.values(messages))

describe('the sentences of the catalogue', () => {
  it('are found in the list', () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(23)
    expect(catalogue.map(({ sentence }) => sentence)).toContain('Deleted!')
  })

  it.each(catalogue)('ERB-30 $id stands in the module letter by letter: $sentence', ({ sentence }) => {
    expect(known).toContain(sentence)
  })

  it('ERB-30 are written nowhere else, so that screens and server cannot say them differently', () => {
    // The second is a part of the first that a page has before the rest.
    const modules = ['shared/messages.ts', 'shared/busy-message.ts']
    const sources = globSync('{shared,web,functions}/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !modules.includes(file) && !file.startsWith('web/gallery/'),
    )
    expect(sources.length).toBeGreaterThan(500)
    const copies = sources.flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      return catalogue
        .filter(({ sentence }) =>
          [`'${sentence}'`, `"${sentence}"`, `\`${sentence}\``, `>${sentence}<`].some((text) => source.includes(text)),
        )
        .map(({ sentence }) => `${file}: ${sentence}`)
    })
    expect(copies).toEqual([])
  })
})
