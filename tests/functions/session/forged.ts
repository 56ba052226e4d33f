// Tokens as an attacker would make them: each is wrong in one way that has opened a door somewhere.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Harness } from '../../support/harness.ts'

export type Forged = { name: string; token: string; isSigned?: boolean }
type Json = Record<string, unknown>

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const es256 = (input: string, key: KeyObject) =>
  sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')

/** Sixty forged tokens for the person of a good one. `isSigned` marks those that carry our own signature. */
export async function forgedTokens(h: Harness, good: string, refreshToken: string): Promise<Forged[]> {
  const [head = '', body = '', signature = ''] = good.split('.')
  const header: Json = JSON.parse(Buffer.from(head, 'base64url').toString())
  const claims: Json = JSON.parse(Buffer.from(body, 'base64url').toString())
  const ours = async (claims: Json, header: Json) => {
    const input = `${encode(header)}.${encode(claims)}`
    return `${input}.${(await h.services.keys.sign(input)).signature.toString('base64url')}`
  }
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const theirs = (claims: Json, header: Json) => {
    const input = `${encode(header)}.${encode(claims)}`
    return `${input}.${es256(input, foreign.privateKey)}`
  }
  const jwk = { ...foreign.publicKey.export({ format: 'jwk' }), kid: 'mine', use: 'sig', alg: 'ES256' }
  const published = h.services.keys.publicKeys.find((key) => key.use === 'sig')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const now = Math.floor(h.services.now() / 1000)
  const hmac = (alg: string, hash: string, secret: string) => {
    const input = `${encode({ ...header, alg })}.${encode(claims)}`
    return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`
  }
  const unsigned = (alg: string) => `${encode({ ...header, alg })}.${encode(claims)}.`
  const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  const raw = (headText: string, bodyText: string) => `${encode(headText)}.${encode(bodyText)}.${signature}`
  const elevated = { ...claims, sub: h.cast.users.olive.id, company: h.cast.root.id, user_type: 'user' }
  const rsaInput = `${encode({ ...header, alg: 'RS256' })}.${body}`

  const strangers: Forged[] = [
    ...['none', 'None', 'NONE', 'nOnE', ''].map((alg) => ({
      name: `alg "${alg}" without signature`,
      token: unsigned(alg),
    })),
    { name: 'alg none with the old signature', token: `${encode({ ...header, alg: 'none' })}.${body}.${signature}` },
    { name: 'HS256 with our public key as the secret', token: hmac('HS256', 'sha256', JSON.stringify(published)) },
    { name: 'HS256 with the coordinate as the secret', token: hmac('HS256', 'sha256', published?.x ?? '') },
    { name: 'HS256 with an empty secret', token: hmac('HS256', 'sha256', '') },
    { name: 'HS384', token: hmac('HS384', 'sha384', 'secret') },
    { name: 'HS512', token: hmac('HS512', 'sha512', 'secret') },
    {
      name: 'RS256 of a stranger',
      token: `${rsaInput}.${sign('sha256', Buffer.from(rsaInput), rsa.privateKey).toString('base64url')}`,
    },
    ...['ES384', 'ES512', 'ES256K', 'PS256', 'EdDSA', 'RS512'].map((alg) => ({
      name: `${alg} as the name of the algorithm`,
      token: theirs(claims, { ...header, alg }),
    })),
    { name: "a stranger's key under our kid", token: theirs(claims, header) },
    { name: "a stranger's key in the header (jwk)", token: theirs(claims, { ...header, jwk }) },
    {
      name: "a stranger's key at an address (jku)",
      token: theirs(claims, { ...header, jku: 'https://evil.example/jwks.json' }),
    },
    {
      name: "a stranger's key set at our own address",
      token: theirs(claims, { ...header, jku: `http://${h.cast.hosts.root}/api/.well-known/jwks.json` }),
    },
    {
      name: 'a certificate at an address (x5u)',
      token: theirs(claims, { ...header, x5u: 'https://evil.example/cert.pem' }),
    },
    { name: 'a certificate in the header (x5c)', token: theirs(claims, { ...header, x5c: ['MIIB'] }) },
    { name: 'a critical extension', token: theirs(claims, { ...header, crit: ['exp'] }) },
    ...['mine', '', '../../etc/passwd', '/dev/null', "' OR 1=1 --", '__proto__', 'constructor', 'a'.repeat(2000)].map(
      (kid) => ({
        name: `kid ${JSON.stringify(kid.slice(0, 20))}`,
        token: theirs(claims, { ...header, kid, jwk }),
      }),
    ),
    { name: 'no kid at all', token: theirs(claims, { alg: 'ES256', typ: 'at+jwt' }) },
    { name: 'a kid that is no text', token: theirs(claims, { ...header, kid: ['a'] }) },
    { name: 'other claims under the old signature', token: `${head}.${encode(elevated)}.${signature}` },
    { name: 'another header over the old signature', token: `${encode({ ...header, extra: 1 })}.${body}.${signature}` },
    { name: 'a truncated signature', token: `${head}.${body}.${signature.slice(0, -10)}` },
    { name: 'half a signature', token: `${head}.${body}.${signature.slice(0, signature.length / 2)}` },
    { name: 'a signature of zeros', token: `${head}.${body}.${Buffer.alloc(64).toString('base64url')}` },
    {
      name: 'a signature in the other encoding',
      token: `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), foreign.privateKey).toString('base64url')}`,
    },
    { name: 'a flipped byte of the header', token: `${flip(head, 5)}.${body}.${signature}` },
    { name: 'a flipped byte of the claims', token: `${head}.${flip(body, 20)}.${signature}` },
    { name: 'a flipped byte of the signature', token: `${head}.${body}.${flip(signature, 10)}` },
    { name: 'no signature', token: `${head}.${body}` },
    { name: 'four parts', token: `${good}.${signature}` },
    { name: 'five parts, as encrypted tokens have', token: `${head}.${body}.${signature}.${signature}.${signature}` },
    { name: 'a header that is no JSON', token: raw('{{{', JSON.stringify(claims)) },
    { name: 'claims that are no JSON', token: raw(JSON.stringify(header), 'x') },
    { name: 'claims that are a list', token: theirs([] as unknown as Json, header) },
    {
      name: 'one claim twice',
      token: raw(
        JSON.stringify(header),
        `{"sub":"${claims.sub}","sub":"${h.cast.users.olive.id}",${JSON.stringify(claims).slice(1)}`,
      ),
    },
    { name: 'a token of a megabyte', token: theirs({ ...claims, pad: 'x'.repeat(1_000_000) }, header) },
    { name: 'padding at the end', token: `${good}==` },
    { name: 'a refresh token', token: refreshToken },
    { name: 'blanks within', token: `${head}. ${body}.${signature}` },
  ]
  const signed: [string, Json, Json?][] = [
    ['one that ended a second ago', { ...claims, iat: now - 901, exp: now - 1 }],
    ['one that begins in an hour', { ...claims, nbf: now + 3600 }],
    ['another issuer', { ...claims, iss: 'https://evil.example' }],
    ['another audience', { ...claims, aud: 'another-api' }],
    ['no end', { ...claims, exp: undefined }],
    ['an end that is text', { ...claims, exp: '9999999999' }],
    ['another use', { ...claims, token_use: 'id' }],
    ['another type', claims, { ...header, typ: 'JWT' }],
    ['no type', claims, { ...header, typ: undefined }],
    ['no session', { ...claims, sid: undefined }],
    ['no person', { ...claims, sub: undefined }],
    ['a person that is a list', { ...claims, sub: [claims.sub] }],
  ]
  const own = await Promise.all(
    signed.map(async ([name, changed, head = header]) => ({ name, token: await ours(changed, head), isSigned: true })),
  )
  return [...strangers, ...own]
}

/** Tokens whose signature and form are ours, but that speak of something that does not hold. */
export async function untrueTokens(h: Harness, good: string): Promise<Forged[]> {
  const [head = '', body = ''] = good.split('.')
  const claims: Json = JSON.parse(Buffer.from(body, 'base64url').toString())
  const sign = async (name: string, changed: Json) => {
    const input = `${head}.${encode({ ...claims, ...changed })}`
    const { signature } = await h.services.keys.sign(input)
    return { name, token: `${input}.${signature.toString('base64url')}` }
  }
  return Promise.all([
    sign('somebody else in my session', { sub: h.cast.users.lola.id }),
    sign('another company', { company: h.cast.copper.id }),
    sign('the root as company', { company: h.cast.root.id }),
    sign('a session that never was', { sid: 'ses_01JD0000000000000000000000' }),
    sign('a person who never was', { sub: 'usr_01JD0000000000000000000000' }),
    sign('a person with odd letters', { sub: `${claims.sub}\u200b` }),
    sign('a look-alike person', { sub: String(claims.sub).replace('u', 'ս') }),
    sign('view mode by a stranger', { act: { sub: h.cast.users.abe.id, company: h.cast.copper.id, sid: claims.sid } }),
  ])
}
