import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readExclusionFile } from '#functions/domain/exclusions/file.ts'
import { rejectedKey } from '#functions/domain/exclusions/keys.ts'
import { RefusedFile } from '#functions/domain/lib/csv-lines.ts'
import { MAX_UPLOAD_BYTES } from '#shared/csv.ts'
import { corpus, type Sample } from './corpus.ts'
import { startStage } from './stage.ts'

const stage = await startStage()

describe('the corpus of files', () => {
  const check = async ({ content, outcome }: Sample) => {
    const company = await stage.newCompany()
    const ref = await stage.arrive(company, content)
    await stage.work(ref)
    const upload = await stage.find(ref)
    const { accepted, duplicates, rejected } = upload
    const text =
      rejected > 0 ? await stage.services.files.readText(rejectedKey(upload, upload.plan?.id ?? '')) : undefined
    const reasons =
      text &&
      parse(text, { record_delimiter: '\r\n' })
        .slice(1)
        .map(([, reason]) => reason)
    expect(accepted + duplicates + rejected).toBe(upload.totalRows)
    if (outcome.rejected) expect(reasons).toEqual(outcome.rejected)
    if ('refused' in outcome) {
      expect(upload).toMatchObject({
        status: 'failed',
        accepted: 0,
        duplicates: 0,
        reason: expect.stringContaining(outcome.refused),
      })
      expect(await stage.held(company)).toEqual({})
    } else {
      expect(upload).toMatchObject({
        status: 'done',
        accepted: outcome.accepted,
        duplicates: outcome.duplicates ?? 0,
        reason: null,
      })
      expect(rejected).toBe(outcome.rejected?.length ?? 0)
      expect(Object.values(await stage.held(company)).flat()).toHaveLength(outcome.accepted)
    }
  }
  const isRefused = ({ outcome }: Sample) => 'refused' in outcome
  it.each(corpus.filter(isRefused))('EXC-020+ refuses as a whole: $name', check)
  it.each(corpus.filter((sample) => !isRefused(sample)))('EXC-021+ reads: $name', check)

  it('holds at least forty files', () => expect(corpus.length).toBeGreaterThanOrEqual(40))
})

describe('readExclusionFile', () => {
  const outcome = async (pieces: Iterable<Uint8Array>) => {
    try {
      const { accepted, rejected } = await readExclusionFile(toStream(pieces))
      return { accepted, rejected }
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error
      return { refused: error.message, rejected: error.rejected }
    }
  }
  async function* toStream(pieces: Iterable<Uint8Array>) {
    yield* pieces
  }

  it('comes to the same end however the bytes arrive', async () => {
    const small = corpus.map(({ content }) => Buffer.from(content)).filter((content) => content.length < 3000)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...small),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }),
        async (content, sizes) => {
          const pieces: Uint8Array[] = []
          for (let at = 0, turn = 0; at < content.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1
            pieces.push(content.subarray(at, at + size))
            at += size
          }
          expect(await outcome(pieces)).toEqual(await outcome([content]))
        },
      ),
    )
  })

  it('stops reading a file beyond its bound, and lets go of the stream', async () => {
    let read = 0
    let isClosed = false
    async function* endless() {
      try {
        for (;;) {
          read += 65_536
          yield Buffer.alloc(65_536, 'not an address\n')
        }
      } finally {
        isClosed = true
      }
    }
    const limits = { maxBytes: MAX_UPLOAD_BYTES, maxRows: Number.POSITIVE_INFINITY }
    await expect(readExclusionFile(endless(), limits)).rejects.toThrow('The file is larger than 5 MB.')
    expect(read).toBeLessThanOrEqual(MAX_UPLOAD_BYTES + 2 * 65_536)
    expect(isClosed).toBe(true)
  })

  it('never fails in another way than by refusing, for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), async (pieces) => {
        expect(await outcome(pieces)).toBeDefined()
      }),
    )
  })
})
