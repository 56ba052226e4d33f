const part = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const seconds = () => Math.floor(Date.now() / 1000)

let made = 0

/** An access token as the browser sees it: it reads what stands in it, and only the server could check the signature. */
export function accessTokenOf(userId: string, { life = 900, age = 0 } = {}): string {
  made += 1
  const iat = seconds() - age
  return [part({ alg: 'ES256' }), part({ sub: userId, iat, exp: iat + life, jti: made }), 'signature'].join('.')
}

export const trioOf = (userId: string, life?: { life?: number; age?: number }) => ({
  access_token: accessTokenOf(userId, life),
  refresh_token: `refresh-${made}`,
  expires_in: life?.life ?? 900,
})

/** What a browser holds after a sign-in. */
export function putTokens(trio: ReturnType<typeof trioOf>) {
  localStorage.setItem('access_token', trio.access_token)
  localStorage.setItem('refresh_token', trio.refresh_token)
  localStorage.setItem('expires_in', String(trio.expires_in))
  return trio
}
