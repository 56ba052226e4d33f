// A record is taken off a list of very many files, as long files of programs make it, in the call itself: nearly no line is parsed.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { removeEntry } from '#functions/domain/exclusions/entry.ts'
import { recordsKey } from '#functions/domain/exclusions/keys.ts'
import type { ScrubFiles } from '#functions/domain/exclusions/scrub.ts'
import { toCsvLine } from '#shared/csv.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { addresses, hash, lines, startStage } from './stage.ts'

const parsed = vi.hoisted(() => ({ lines: 0 }))
vi.mock('#functions/domain/lib/csv-lines.ts', async (original) => {
  const real = await original<typeof import('#functions/domain/lib/csv-lines.ts')>()
  return {
    ...real,
    toCells(...args: Parameters<typeof real.toCells>) {
      parsed.lines++
      return real.toCells(...args)
    },
  }
})

const stage = await startStage()
const { services, db } = stage
beforeEach(() => {
  parsed.lines = 0
})

const PIECES = 40
const ROWS = 500

/** A list of which one file holds what is sought, and many others do not. */
async function longList(...sought: string[]) {
  const companyId = await stage.newCompany()
  const ref = await stage.arrive(companyId, lines([...sought, 'stays@example.com']))
  await stage.work(ref)
  const first = await stage.find(ref)
  for (let piece = 0; piece < PIECES; piece++) {
    const upload = { ...first, id: services.newId('upload') }
    await db.upload.create(upload)
    const rows = addresses(ROWS, piece * ROWS)
    const text = rows.map((row, at) => toCsvLine([at % 2 === 0 ? row.toUpperCase() : hash('md5', row)])).join('')
    await services.files.put(recordsKey(upload, upload.plan?.id ?? ''), text, 'text/csv')
  }
  parsed.lines = 0
  const list = { companyId, scope: COMPANY_SCOPE }
  const fileOf = () => services.files.readText(recordsKey(first, first.plan?.id ?? ''))
  return { list, fileOf }
}

describe('an entry of a long list', () => {
  it('DAT-16 is taken off by its address, out of the file that holds it, with hardly a line parsed', async () => {
    const { list, fileOf } = await longList('Jane.Doe@bücher.example', hash('sha1', 'jane.doe@bücher.example'))
    let puts = 0
    const files: Pick<ScrubFiles, 'readText' | 'put'> = {
      readText: (key) => services.files.readText(key),
      put: (...args) => {
        puts++
        return services.files.put(...args)
      },
    }
    await removeEntry({ ...services, files }, list, { kind: 'email', value: 'jane.doe@bücher.example' })
    expect(await fileOf()).toBe('stays@example.com\r\n')
    expect(puts).toBe(1)
    expect(parsed.lines).toBeLessThan(10)
  })

  it('DAT-16 is taken off by its MD5, also where the address stands in plain text', async () => {
    const { list, fileOf } = await longList('Jane.Doe@example.com')
    await removeEntry(services, list, { kind: 'md5', value: hash('md5', 'jane.doe@example.com') })
    expect(await fileOf()).toBe('stays@example.com\r\n')
    expect(parsed.lines).toBeLessThan(10)
  })

  it('gives the list back at once when a file could not be read', async () => {
    const { list } = await longList('jane@example.com')
    const files: Pick<ScrubFiles, 'readText' | 'put'> = {
      readText: () => Promise.reject(new Error('The store is away.')),
      put: (...args) => services.files.put(...args),
    }
    const record = { kind: 'email', value: 'jane@example.com' } as const
    await expect(removeEntry({ ...services, files }, list, record)).rejects.toThrow('The store is away.')
    await removeEntry(services, list, record)
    await expect(removeEntry(services, list, record)).rejects.toMatchObject({ status: 404 })
  })
})
