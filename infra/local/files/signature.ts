// Signature V4 as S3 checks it, computed by the same package that the SDK signs with: the request is
// signed once more with our own credentials, and both signatures have to be equal.
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { S3Client } from '@aws-sdk/client-s3'
import { MAX_PRESIGNED_TTL, SignatureV4, UNSIGNED_PAYLOAD } from '@smithy/signature-v4'
import { accessDenied, badSignature, FilesError } from './errors.ts'

export type Credentials = { accessKeyId: string; secretAccessKey: string }

const maxClockSkewMs = 15 * 60 * 1000
const contentHash = 'x-amz-content-sha256'

const badParameters = (reason: string) => new FilesError('AuthorizationQueryParametersError', 400, reason)

function parseDate(text: string): Date {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  const date = new Date(match ? `${match.slice(1, 4).join('-')}T${match.slice(4).join(':')}Z` : Number.NaN)
  if (Number.isNaN(date.getTime()))
    throw badParameters("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"")
  return date
}

function equal(given: string, computed: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(computed)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export type Verifier = ReturnType<typeof createVerifier>

/** Checks signed addresses and signed forms; both throw a refusal, or return when the signature holds. */
export function createVerifier(options: { client: S3Client; credentials: Credentials; now(): number }) {
  const { credentials } = options
  const signerFor = (region: string) =>
    new SignatureV4({
      service: 's3',
      region,
      credentials,
      sha256: options.client.config.sha256,
      uriEscapePath: false,
      applyChecksum: false,
    })

  function openScope(algorithm: string, credential: string, date: string): { region: string; signingDate: Date } {
    if (algorithm !== 'AWS4-HMAC-SHA256') throw badParameters('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"')
    const [key, day, region, service, end] = credential.split('/')
    if (!region || service !== 's3' || end !== 'aws4_request' || day !== date.slice(0, 8))
      throw badParameters(
        'Error parsing the X-Amz-Credential parameter; it must name the day, region, "s3" and "aws4_request".',
      )
    if (key !== credentials.accessKeyId)
      throw new FilesError(
        'InvalidAccessKeyId',
        403,
        'The AWS Access Key Id you provided does not exist in our records.',
      )
    return { region, signingDate: parseDate(date) }
  }

  async function presigned(req: IncomingMessage, url: URL): Promise<void> {
    const query = new Map([...url.searchParams].map(([name, value]) => [name, value]))
    if (query.size !== url.searchParams.size) throw badParameters('A parameter of the address comes twice.')
    const take = (name: string) => {
      const value = query.get(name) ?? ''
      query.delete(name)
      return value
    }
    const signature = take('X-Amz-Signature')
    if (!signature) throw accessDenied('Access Denied')
    const scope = openScope(take('X-Amz-Algorithm'), take('X-Amz-Credential'), query.get('X-Amz-Date') ?? '')
    query.delete('X-Amz-Date')
    const expiresIn = Number(take('X-Amz-Expires') || Number.NaN)
    if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > MAX_PRESIGNED_TTL)
      throw badParameters(
        'X-Amz-Expires must be between 1 second and a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
      )
    const age = options.now() - scope.signingDate.getTime()
    if (age < -maxClockSkewMs) throw accessDenied('Request is not yet valid')
    if (age >= expiresIn * 1000) throw accessDenied('Request has expired')

    const names = take('X-Amz-SignedHeaders').split(';')
    if (!names.includes('host')) throw badParameters('The host header must be signed.')
    const headers = Object.fromEntries(names.map((name) => [name, String(req.headers[name] ?? '')]))
    const again = await signerFor(scope.region).presign(
      {
        method: req.method ?? 'GET',
        protocol: url.protocol,
        hostname: url.hostname,
        path: url.pathname,
        query: Object.fromEntries(query),
        headers: { ...headers, [contentHash]: UNSIGNED_PAYLOAD },
      },
      {
        signingDate: scope.signingDate,
        expiresIn,
        // Keeps each header where the caller signed it, and the hash of the (empty) body out of the list.
        unhoistableHeaders: new Set([...names, contentHash]),
        unsignableHeaders: new Set(names.includes(contentHash) ? [] : [contentHash]),
        signableHeaders: new Set(names),
      },
    )
    if (!equal(signature, String(again.query?.['X-Amz-Signature']))) throw badSignature()
  }

  /** Form fields by lower-case name; the text that is signed is the policy itself. */
  async function form(fields: ReadonlyMap<string, string>): Promise<void> {
    const read = (name: string) => fields.get(name) ?? ''
    if (!read('policy') || !read('x-amz-signature')) throw accessDenied('Access Denied')
    const { region, signingDate } = openScope(read('x-amz-algorithm'), read('x-amz-credential'), read('x-amz-date'))
    const computed = await signerFor(region).sign(read('policy'), { signingDate })
    if (!equal(read('x-amz-signature'), computed)) throw badSignature()
  }

  return { presigned, form }
}
