import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { bucket, openStage, type Stage } from './stage.ts'

let door: Stage
beforeAll(async () => {
  door = await openStage()
})
afterAll(() => door.close())
beforeEach(() => {
  door.stage.time = Date.now()
  door.stage.events.length = 0
})

const file = { content: 'email\na@example.com\n' }
async function keys(): Promise<string[]> {
  const { Contents = [] } = await door.backend.send(new ListObjectsV2Command({ Bucket: bucket }))
  return Contents.flatMap(({ Key }) => Key ?? [])
}
/** The same form with a policy that says something else; its signature stays. */
function rewritePolicy(fields: Record<string, string>, change: (policy: string) => string) {
  const policy = Buffer.from(fields.Policy ?? '', 'base64').toString('utf8')
  return { ...fields, Policy: Buffer.from(change(policy)).toString('base64') }
}

describe('an upload by signed form', () => {
  it('is stored with its type, answered as asked, and reported once', async () => {
    const got = await door.upload({ Key: 'in/Müller & Söhne 1+1.csv', Fields: { success_action_status: '201' } }, file)
    expect(got.status).toBe(201)
    expect(got.text).toContain('<Key>in/Müller &amp; Söhne 1+1.csv</Key>')
    const stored = await door.backend.send(new GetObjectCommand({ Bucket: bucket, Key: 'in/Müller & Söhne 1+1.csv' }))
    expect(stored.ContentType).toBe('text/csv')
    expect(await stored.Body?.transformToString()).toBe(file.content)
    expect(door.stage.events).toMatchObject([{ bucket, key: 'in/Müller & Söhne 1+1.csv', size: file.content.length }])
  })

  it('answers 204 unless 200 or 201 is asked for', async () => {
    expect(await door.upload({}, file)).toMatchObject({ status: 204, text: '' })
    expect(await door.upload({ Fields: { success_action_status: '200' } }, file)).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await door.upload({ Fields: { success_action_status: '500' } }, file)).status).toBe(204)
  })

  it('puts the name of the file into a key that asks for it', async () => {
    const got = await door.upload({ Key: 'named/${' + 'filename}' }, { ...file, name: "it's $& mine.csv" })
    expect(got.status).toBe(204)
    expect(await keys()).toContain("named/it's $& mine.csv")
  })

  it('keeps what the form says about the object', async () => {
    const Fields = { 'x-amz-meta-who': 'ada', 'Content-Disposition': 'attachment', 'x-ignore-csrf': 'whatever' }
    expect((await door.upload({ Key: 'meta', Fields }, file)).status).toBe(204)
    const stored = await door.backend.send(new HeadObjectCommand({ Bucket: bucket, Key: 'meta' }))
    expect(stored).toMatchObject({ Metadata: { who: 'ada' }, ContentDisposition: 'attachment' })
  })

  it('takes a file larger than the 11 MiB that the store alone would take', async () => {
    const size = 40 * 1024 * 1024
    const content = new Uint8Array(size).fill(97)
    const post = await createPresignedPost(door.browser, {
      Bucket: bucket,
      Key: 'large',
      Conditions: [['content-length-range', 1, size]],
    })
    const form = new FormData()
    for (const [name, value] of Object.entries(post.fields)) form.append(name, value)
    form.append('file', new Blob([content]))
    expect((await fetch(post.url, { method: 'POST', body: form })).status).toBe(204)
    expect(await door.backend.send(new HeadObjectCommand({ Bucket: bucket, Key: 'large' }))).toMatchObject({
      ContentLength: size,
    })
  })

  it('is answered as failed when nobody could be told of it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => logged.mockRestore())
    door.stage.refuseEvents = true
    const got = await door.upload({ Key: 'unreported' }, file)
    door.stage.refuseEvents = false
    expect(got.status).toBe(500)
    expect(got.text).toContain('<Code>InternalError</Code>')
    expect(logged).toHaveBeenCalledWith(
      'The file store failed.',
      expect.objectContaining({ message: 'The queue is away' }),
    )
  })
})

describe('a signed form is refused', () => {
  const refusals: {
    name: string
    status?: number
    code: string
    text?: RegExp
    send(): Promise<{ status: number; text: string }>
  }[] = [
    {
      name: 'a file over the limit',
      status: 400,
      code: 'EntityTooLarge',
      text: /<MaxSizeAllowed>1000</,
      send: () => door.upload({}, { content: 'x'.repeat(1001) }),
    },
    {
      name: 'a file under the limit',
      status: 400,
      code: 'EntityTooSmall',
      send: () => door.upload({}, { content: '' }),
    },
    {
      name: 'another type than signed',
      code: 'AccessDenied',
      text: /Policy Condition failed: \[&quot;eq&quot;, ?&quot;\$Content-Type&quot;/,
      send: () => door.upload({}, file, (fields) => ({ ...fields, 'Content-Type': 'text/html' })),
    },
    {
      name: 'another key than signed',
      code: 'AccessDenied',
      text: /\$key/,
      send: () => door.upload({}, file, (fields) => ({ ...fields, key: 'out/other.csv' })),
    },
    {
      name: 'a key outside a signed prefix',
      code: 'AccessDenied',
      text: /starts-with/,
      send: () => door.upload({ Key: 'in/${' + 'filename}' }, file, (fields) => ({ ...fields, key: 'out/x' })),
    },
    {
      name: 'a policy that was changed after it was signed',
      code: 'SignatureDoesNotMatch',
      send: () => door.upload({}, file, (fields) => rewritePolicy(fields, (text) => text.replace('1000', '9999'))),
    },
    {
      name: 'a policy that is no JSON (though the signature is checked first)',
      code: 'SignatureDoesNotMatch',
      send: () => door.upload({}, file, (fields) => rewritePolicy(fields, () => '{')),
    },
    {
      name: 'a form after its expiry',
      code: 'AccessDenied',
      text: /Policy expired/,
      send: () => {
        door.stage.time += 601_000
        return door.upload({}, file)
      },
    },
    {
      name: 'a field that no condition covers',
      code: 'AccessDenied',
      text: /Extra input fields: x-amz-meta-evil/,
      send: () => door.upload({}, file, (fields) => ({ ...fields, 'x-amz-meta-evil': '1' })),
    },
    {
      name: 'a signed field that the store does not know',
      status: 501,
      code: 'NotImplemented',
      send: () => door.upload({ Fields: { acl: 'public-read' } }, file),
    },
    {
      name: 'a field that comes twice, the second with another value',
      status: 400,
      code: 'MalformedPOSTRequest',
      send: () => door.upload({}, file, (fields) => ({ ...fields, KEY: 'out/other.csv' })),
    },
    {
      name: 'no signature',
      code: 'AccessDenied',
      send: () => door.upload({}, file, ({ 'X-Amz-Signature': _, ...fields }) => fields),
    },
    {
      name: 'another access key',
      code: 'InvalidAccessKeyId',
      send: () =>
        door.upload({}, file, (fields) => ({
          ...fields,
          'X-Amz-Credential': (fields['X-Amz-Credential'] ?? '').replace('local', 'other'),
        })),
    },
    {
      name: 'fields that fill the memory',
      status: 400,
      code: 'MaxPostPreDataLengthExceeded',
      send: () => door.upload({}, file, (fields) => ({ 'x-ignore-me': 'x'.repeat(30_000), ...fields })),
    },
    {
      name: 'a body that is no form',
      status: 412,
      code: 'PreconditionFailed',
      send: () => door.send({ method: 'POST', path: `/${bucket}`, headers: { 'content-type': 'text/csv' } }),
    },
    {
      name: 'a form that ends too early',
      status: 400,
      code: 'MalformedPOSTRequest',
      send: () => {
        const body = Buffer.from('--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nhalf')
        return door.send({
          method: 'POST',
          path: `/${bucket}`,
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          body,
        })
      },
    },
  ]
  it.each(refusals)('for $name', async ({ status = 403, code, text, send }) => {
    const before = await keys()
    const got = await send()
    expect(got.text).toContain(`<Code>${code}</Code>`)
    expect(got.status).toBe(status)
    if (text) expect(got.text).toMatch(text)
    expect(door.stage.events).toEqual([])
    expect(await keys()).toEqual(before)
  })

  it('for another bucket than signed', async () => {
    const { fields } = await createPresignedPost(door.browser, { Bucket: 'elsewhere', Key: 'k' })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob(['x']))
    const got = await fetch(`${door.origin}/${bucket}`, { method: 'POST', body: form })
    expect(got.status).toBe(403)
    expect(await got.text()).toContain('$bucket')
  })

  it('for a file over the limit while the rest of it is still on its way', async () => {
    const { fields } = await createPresignedPost(door.browser, {
      Bucket: bucket,
      Key: 'endless',
      Conditions: [['content-length-range', 1, 1000]],
    })
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const head = `${parts.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`
    const got = await door.send({
      method: 'POST',
      path: `/${bucket}`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.from(head + 'x'.repeat(2000)),
      isOpenEnded: true,
    })
    expect(got.status).toBe(400)
    expect(got.text).toContain('<Code>EntityTooLarge</Code>')
    expect(await keys()).not.toContain('endless')
  })
})
