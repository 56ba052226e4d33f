import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findMissingParts } from '#bin/test-call.ts'
import { allCalls } from '#shared/contracts/index.ts'

const root = join(import.meta.dirname, '../..')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A tree that has nothing but these files. */
function treeOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-parts-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

describe('parts of a call', () => {
  it('that are missing are named, each with what belongs there', () => {
    const handler = 'functions/api/audiences/remove.ts is missing: the handler of the call.'
    const area = "functions/api/audiences.ts is missing: the area's function."
    const sample =
      "tests/support/samples.ts has no sample 'audiences.remove': one valid input for each member of the cast."
    const inView =
      "tests/functions/account/view-mode.test.ts has no 'audiences.remove': why may it be made while looking as somebody else?"
    expect(findMissingParts(treeOf({}), 'audiences.remove')).toEqual([handler, area, sample, inView])
    const files = {
      'functions/api/audiences.ts': '',
      'functions/api/audiences/remove.ts': '',
      'tests/support/samples.ts': "'audiences.remove': () => ({}),",
    }
    expect(findMissingParts(treeOf(files), 'audiences.remove')).toEqual([inView])
    // Reading needs no reason.
    expect(findMissingParts(treeOf({}), 'audiences.list').join('\n')).not.toContain('view-mode')
  })

  it('are all there for every call', () => {
    expect(allCalls.flatMap(({ id }) => findMissingParts(root, id))).toEqual([])
  })

  it('cannot be there for a call that nobody described, beside those of its area', () => {
    const [sentence] = findMissingParts(root, 'audiences.nothing')
    expect(sentence).toMatch(/^There is no call audiences\.nothing in shared\/contracts\. Calls of audiences: .*remove/)
  })
})
