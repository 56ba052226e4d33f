import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bucket, openStage, type Stage, tenant } from './stage.ts'

const key = "ex ports/Größe (1)+'.csv"
let door: Stage
beforeAll(async () => {
  door = await openStage()
  await door.backend.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: '0123456789',
      ContentType: 'text/csv',
      Metadata: { who: 'ada' },
    }),
  )
})
afterAll(() => door.close())
beforeEach(() => {
  door.stage.time = Date.now()
})

type Ask = Partial<ConstructorParameters<typeof GetObjectCommand>[0]>
const sign = (ask: Ask = {}) =>
  getSignedUrl(door.browser, new GetObjectCommand({ Bucket: bucket, Key: key, ...ask }), { expiresIn: 300 })
async function get(url: string, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(url)
  return door.send({ method: 'GET', path: pathname + search, headers })
}

describe('a download by signed address', () => {
  it('gives the object with what is stored about it', async () => {
    const got = await get(await sign())
    expect(got).toMatchObject({ status: 200, text: '0123456789' })
    expect(got.headers).toMatchObject({
      'content-type': 'text/csv',
      'content-length': '10',
      'x-amz-meta-who': 'ada',
      'accept-ranges': 'bytes',
    })
  })

  it('takes file name and type of the answer from the address', async () => {
    const got = await get(
      await sign({ ResponseContentDisposition: 'attachment; filename="list.csv"', ResponseContentType: 'text/plain' }),
    )
    expect(got.headers['content-disposition']).toBe('attachment; filename="list.csv"')
    expect(got.headers['content-type']).toBe('text/plain')
  })

  it.each([
    { range: 'bytes=2-4', text: '234', part: 'bytes 2-4/10' },
    { range: 'bytes=-3', text: '789', part: 'bytes 7-9/10' },
    { range: 'bytes=-99', text: '0123456789', part: 'bytes 0-9/10' },
    { range: 'bytes=8-', text: '89', part: 'bytes 8-9/10' },
    { range: 'bytes=8-99', text: '89', part: 'bytes 8-9/10' },
  ])('gives $range', async ({ range, text, part }) => {
    const got = await get(await sign(), { range })
    expect(got).toMatchObject({ status: 206, text })
    expect(got.headers['content-range']).toBe(part)
  })

  it.each(['bytes=4-2', 'bytes=1-2,4-5', 'lines=1-2', 'bytes=-'])(
    'reads past a range it does not know: %s',
    async (range) => {
      expect(await get(await sign(), { range })).toMatchObject({ status: 200, text: '0123456789' })
    },
  )

  it.each(['bytes=10-', 'bytes=-0'])('refuses a range behind the end: %s', async (range) => {
    const got = await get(await sign(), { range })
    expect(got.status).toBe(416)
    expect(got.text).toContain('<Code>InvalidRange</Code>')
  })

  it('says that an object is not there only to who may ask', async () => {
    expect((await get(await sign({ Key: 'nothing' }))).text).toContain('<Code>NoSuchKey</Code>')
    expect((await get(await sign({ Key: 'nothing' }), { range: 'bytes=0-1' })).status).toBe(404)
    expect((await get(`${door.origin}/${bucket}/nothing`)).text).toContain('<Code>AccessDenied</Code>')
  })
})

describe('a signed address is refused', () => {
  const changed = (change: (url: URL) => void) => async () => {
    const url = new URL(await sign())
    change(url)
    return get(url.href)
  }
  it.each([
    {
      name: 'unsigned',
      code: 'AccessDenied',
      send: changed((url) => {
        url.search = ''
      }),
    },
    {
      name: 'for another key',
      code: 'SignatureDoesNotMatch',
      send: changed((url) => {
        url.pathname = `/${bucket}/other`
      }),
    },
    {
      name: 'with another lifetime',
      code: 'SignatureDoesNotMatch',
      send: changed((url) => url.searchParams.set('X-Amz-Expires', '3000')),
    },
    {
      name: 'with an added answer type',
      code: 'SignatureDoesNotMatch',
      send: changed((url) => url.searchParams.set('response-content-type', 'text/html')),
    },
    {
      name: 'with another signature',
      code: 'SignatureDoesNotMatch',
      send: changed((url) => url.searchParams.set('X-Amz-Signature', 'f'.repeat(64))),
    },
    {
      name: 'with a parameter twice',
      status: 400,
      code: 'AuthorizationQueryParametersError',
      send: changed((url) => url.searchParams.append('X-Amz-Expires', '9')),
    },
    {
      name: 'without a date',
      status: 400,
      code: 'AuthorizationQueryParametersError',
      send: changed((url) => url.searchParams.delete('X-Amz-Date')),
    },
    {
      name: 'for longer than a week',
      status: 400,
      code: 'AuthorizationQueryParametersError',
      send: changed((url) => url.searchParams.set('X-Amz-Expires', '604801')),
    },
    {
      name: 'without the host among the signed headers',
      status: 400,
      code: 'AuthorizationQueryParametersError',
      send: changed((url) => url.searchParams.set('X-Amz-SignedHeaders', 'accept')),
    },
    {
      name: 'of another access key',
      code: 'InvalidAccessKeyId',
      send: changed((url) =>
        url.searchParams.set(
          'X-Amz-Credential',
          (url.searchParams.get('X-Amz-Credential') ?? '').replace('local', 'other'),
        ),
      ),
    },
    {
      name: 'for another service',
      status: 400,
      code: 'AuthorizationQueryParametersError',
      send: changed((url) =>
        url.searchParams.set(
          'X-Amz-Credential',
          (url.searchParams.get('X-Amz-Credential') ?? '').replace('/s3/', '/sqs/'),
        ),
      ),
    },
  ])('$name', async ({ status = 403, code, send }) => {
    const got = await send()
    expect(got.text).toContain(`<Code>${code}</Code>`)
    expect(got.status).toBe(status)
    expect(got.text).not.toContain('0123456789')
  })

  it('on another host than signed', async () => {
    const { pathname, search } = new URL(await sign())
    const got = await door.send({ method: 'GET', path: pathname + search, headers: { host: 'evil.example' } })
    expect(got.text).toContain('<Code>SignatureDoesNotMatch</Code>')
  })

  it('after its lifetime, and long before it', async () => {
    const url = await sign()
    door.stage.time += 299_000
    expect((await get(url)).status).toBe(200)
    door.stage.time += 2_000
    expect((await get(url)).text).toContain('Request has expired')
    door.stage.time -= 1_500_000
    expect((await get(url)).text).toContain('Request is not yet valid')
  })
})

describe('cross-origin', () => {
  const preflight = (origin: string, method = 'POST') =>
    door.send({
      method: 'OPTIONS',
      path: `/${bucket}`,
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'content-type' },
    })

  it('lets a tenant page ask and read', async () => {
    const got = await preflight(tenant)
    expect(got.status).toBe(200)
    expect(got.headers).toMatchObject({
      'access-control-allow-origin': tenant,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
    })
    const read = await get(await sign(), { origin: tenant })
    expect(read.headers['access-control-allow-origin']).toBe(tenant)
    expect(read.headers.vary).toContain('Origin')
  })

  it('lets a tenant page read a refusal too', async () => {
    const got = await get(`${door.origin}/${bucket}/x`, { origin: tenant })
    expect(got.status).toBe(403)
    expect(got.headers['access-control-allow-origin']).toBe(tenant)
  })

  it('gives a page elsewhere no header at all', async () => {
    const foreign = ['http://evil.localhost:5173', 'null', `${tenant}.evil.example`]
    for (const origin of foreign) {
      const got = await preflight(origin)
      expect(got.status).toBe(403)
      const read = await get(await sign(), { origin })
      const names = [...Object.keys(got.headers), ...Object.keys(read.headers)]
      expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  it('refuses a method that browsers do not need', async () => {
    expect((await preflight(tenant, 'DELETE')).status).toBe(403)
  })
})

describe('what the platform does not use', () => {
  it.each([
    ['GET', '/'],
    ['GET', `/${bucket}`],
    ['GET', `/${bucket}?list-type=2`],
    ['GET', `/${bucket}/key?tagging`],
    ['GET', `/${bucket}/key?versionId=1`],
    ['HEAD', `/${bucket}/key`],
    ['PUT', `/${bucket}/key`],
    ['DELETE', `/${bucket}/key`],
    ['POST', `/${bucket}/key?uploads`],
    ['POST', `/${bucket}?delete`],
  ])('answers 501 to %s %s', async (method, path) => {
    const got = await door.send({ method, path })
    expect(got.status).toBe(501)
    if (method !== 'HEAD') expect(got.text).toContain('<Code>NotImplemented</Code>')
  })

  it.each([`/${bucket}/%E0%A4%A`, 'http://[', '*'])(
    'answers 400 to an address that cannot be read: %s',
    async (path) => {
      const got = await door.sendRaw(`GET ${path} HTTP/1.1\r\nHost: files\r\nConnection: close\r\n\r\n`)
      expect(got).toMatch(/^HTTP\/1\.1 400 /)
      expect(got).toContain('<Code>InvalidURI</Code>')
    },
  )
})
