import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findUnknownIds, findUnproven, idsOf, readAcceptance, readClaims, readRows } from '#bin/acceptance.ts'

const root = join(import.meta.dirname, '../..')
/** Written in two parts, so that these samples are not taken for tests of the rows they name. */
const id = (area: string, number: string) => `${area}-${number}`

const markdown = [
  '| ID | Requirement | How to check | Section |',
  '|---|---|---|---|',
  `| ${id('EXC', '001')} | The list opens | Click | §2 |`,
  `| ${id('AUT', '041+')} | Life is \`a|b\` seconds (decided) | Decode | §7 |`,
  '| 1 | An open point | Its reading |',
].join('\n')
const rows = readRows(markdown)
const real = readAcceptance(root)

describe('readRows', () => {
  it('takes the rows with an id and nothing else', () => {
    expect(rows).toEqual([
      { id: id('EXC', '001'), area: 'EXC', requirement: 'The list opens', section: '§2' },
      { id: id('AUT', '041+'), area: 'AUT', requirement: 'Life is `a|b` seconds (decided)', section: '§7' },
    ])
  })

  it('finds every row of the lists, each id once', () => {
    const lists = globSync('docs/acceptance/*.md', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
    const ids = real.rows.map((row) => row.id.replace('+', ''))
    expect(ids.length).toBe(lists.join('\n').match(/^\| *[A-Z0-9]{3}-\d/gm)?.length)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('readClaims', () => {
  const claimed = (source: string) => readClaims('a.test.ts', source).map((claim) => claim.id)

  it('takes ids at the beginning of a title, several of them, with or without the plus', () => {
    expect(claimed(`it('${id('EXC', '001')} opens', () => {})`)).toEqual([id('EXC', '001')])
    expect(claimed(`test("${id('EXC', '001')}, ${id('AUT', '041+')}: both")`)).toEqual([
      id('EXC', '001'),
      id('AUT', '041'),
    ])
  })

  it('takes the names in a table of cases', () => {
    expect(claimed(`it.each([['${id('EXC', '001')} a', 1], ['${id('EXC', '002')} b', 2]])('%s', run)`)).toEqual([
      id('EXC', '001'),
      id('EXC', '002'),
    ])
  })

  it('takes those of a table that has a name, and of a loop around a test', () => {
    const table = `const cases = [{ name: '${id('EXC', '001')} a' }]\n`
    expect(claimed(`${table}it.each(cases)('$name', run)`)).toEqual([id('EXC', '001')])
    expect(claimed(`${table}for (const { name } of cases) it(\`\${name} again\`, run)`)).toEqual([id('EXC', '001')])
    expect(claimed(`${table}it.each(cases)('${id('EXC', '002')} $name', run)`)).toEqual([
      id('EXC', '002'),
      id('EXC', '001'),
    ])
  })

  it('takes no other text: neither what a sample holds nor what is expected', () => {
    expect(
      claimed(`const sample = { note: '${id('EXC', '001')} note' }\nexpect(say()).toBe('${id('EXC', '002')} said')`),
    ).toEqual([])
    expect(claimed(`it.each([['${id('EXC', '001')} a']])('reads: %s', run)`)).toEqual([])
    expect(claimed(`it('reads', () => expect('${id('EXC', '001')} a').toBe(1))`)).toEqual([])
  })

  it('passes over ids in comments and inside a sentence', () => {
    expect(claimed(`// ${id('EXC', '001')}\nit('says what ${id('EXC', '001')} says')`)).toEqual([])
  })
})

describe('findUnknownIds', () => {
  const unknown = (source: string) => findUnknownIds(rows, readClaims('a.test.ts', source)).map(({ line }) => line)

  it('names a number that its area does not have, wherever it stands', () => {
    expect(unknown(`\nit.each([['${id('EXC', '999')} a']])('%s')`)).toEqual([2])
    expect(unknown(`it('${id('EXC', '001')} ${id('AUT', '041')} fine')`)).toEqual([])
  })

  it('names an area that does not exist in a title, but not a cipher', () => {
    expect(unknown(`it('${id('ECX', '001')} slip')`)).toEqual([1])
    expect(unknown(`it('${id('SHA', '256')} rows are told by their length')`)).toEqual([])
    expect(unknown(`const name = '${id('ABC', '12')}'`)).toEqual([])
  })
})

describe('findUnproven', () => {
  it('names the rows that no title begins with', () => {
    const titles = [`${id('EXC', '001')} opens`, `says ${id('AUT', '041')} in passing`]
    expect(findUnproven(rows, titles)).toEqual([id('AUT', '041')])
    expect(findUnproven(rows, [...titles, `${id('EXC', '009')}, ${id('AUT', '041+')}: lasts`])).toEqual([])
  })

  it('reads each of several ids, with a plus or without', () => {
    expect(idsOf(`${id('EXC', '001')} ${id('AUT', '041+')} opens`)).toEqual([id('EXC', '001'), id('AUT', '041')])
    expect(idsOf('opens')).toEqual([])
  })
})
