// What the file store is asked, header by header: the stores of one machine take what Amazon's refuses.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFiles } from '#functions/gateways/files.ts'

type Asked = { what: string; headers: IncomingHttpHeaders; keys?: (string | undefined)[] }
const asked: Asked[] = []
const before = { ...process.env }
/** What the store says of the next removals: which objects it did not remove, and why. */
const notRemoved: { key: string; code: string }[][] = []

const server = createServer(async (req, res) => {
  const body: Buffer[] = []
  for await (const piece of req) body.push(piece)
  const { searchParams } = new URL(req.url ?? '/', 'http://store')
  const isRemoval = searchParams.has('delete')
  const isBegun = req.method === 'POST' && searchParams.has('uploads')
  asked.push({
    what: `${req.method} ${[...searchParams.keys()].filter((name) => name !== 'x-id')}`,
    headers: req.headers,
    ...(isRemoval && {
      keys: [
        ...Buffer.concat(body)
          .toString()
          .matchAll(/<Key>(.*?)<\/Key>/g),
      ].map(([, key]) => key),
    }),
  })
  if (isRemoval) {
    const errors = (notRemoved.shift() ?? []).map(
      ({ key, code }) => `<Error><Key>${key}</Key><Code>${code}</Code></Error>`,
    )
    return res.end(`<DeleteResult>${errors.join('')}</DeleteResult>`)
  }
  if (isBegun) return res.end('<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>')
  res.setHeader('etag', '"tag"')
  res.end(req.method === 'POST' ? '<CompleteMultipartUploadResult/>' : '')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local-secret',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  })
})
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  server.closeAllConnections()
  server.close()
})
beforeEach(() => void asked.splice(0))

const sums = ({ headers }: Asked) =>
  Object.keys(headers).filter((name) => /^x-amz-(checksum-|sdk-checksum|trailer)/.test(name))

describe('the file store', () => {
  it('is sent parts without a sum of which it was not told when the upload was begun: it refuses such a part', async () => {
    const files = openFiles({ bucket: 'files', forcePathStyle: true })
    const id = await files.openParts('exports/x.csv', 'text/csv')
    const tag = await files.sendPart('exports/x.csv', id, 1, Buffer.from('a,b\r\n'))
    expect(await files.joinParts('exports/x.csv', id, [tag ?? ''])).toBe(true)
    await files.putStream('exports/y.csv', Readable.from([Buffer.from('a')]), 1, 'text/csv')
    expect(asked.map(({ what }) => what)).toEqual(['POST uploads', 'PUT partNumber,uploadId', 'POST uploadId', 'PUT '])
    expect(asked.flatMap(sums)).toEqual([])
  })

  it('is told a sum of which files are to go, because without one it removes none', async () => {
    await openFiles({ bucket: 'files', forcePathStyle: true }).remove(['exports/x.csv'])
    expect(asked.flatMap(sums).length + asked.filter(({ headers }) => headers['content-md5']).length).toBeGreaterThan(0)
  })

  it('is asked once more for what it says that it did not remove, although it answered that all was well', async () => {
    const files = openFiles({ bucket: 'files', forcePathStyle: true })
    notRemoved.push([{ key: 'exports/y.csv', code: 'InternalError' }])
    await files.remove(['exports/x.csv', 'exports/y.csv'])
    expect(asked.map(({ keys }) => keys)).toEqual([['exports/x.csv', 'exports/y.csv'], ['exports/y.csv']])
  })

  it.each([
    ['AccessDenied', 1],
    ['SlowDown', 4],
  ])('is not believed where it removed nothing (%s)', async (code, times) => {
    const key = 'exports/x.csv'
    notRemoved.push(...Array.from({ length: times }, () => [{ key, code }]))
    await expect(openFiles({ bucket: 'files', forcePathStyle: true }).remove([key])).rejects.toThrow(code)
    expect(asked).toHaveLength(times)
  })

  it('is asked where the bucket lies, which need not be where the function runs', async () => {
    delete process.env.AWS_ENDPOINT_URL_S3
    const [here, there] = await Promise.all(
      [undefined, 'us-east-1'].map((region) =>
        openFiles({ bucket: 'site', region, forcePathStyle: false }).downloadUrl('index.html', 'index.html'),
      ),
    )
    expect(new URL(here ?? '').host).toBe('site.s3.eu-central-1.amazonaws.com')
    expect(new URL(there ?? '').host).toBe('site.s3.us-east-1.amazonaws.com')
  })
})
