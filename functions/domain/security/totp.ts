// Codes of authenticator apps: RFC 6238 with the values that every app knows (SHA-1, six digits, 30 seconds).
import { Secret, TOTP } from 'otpauth'
import { toString as toQrCode } from 'qrcode'
import { twoFactorLimits } from '#shared/two-factor.ts'

const SECRET_BYTES = 20

export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32

const totpOf = (secret: string, label?: { issuer: string; account: string }) =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: twoFactorLimits.digits,
    period: twoFactorLimits.stepMs / 1000,
    ...(label && { issuer: label.issuer, label: label.account }),
  })

/** The step whose code this is, by the server's time alone; undefined when it belongs to none that is near enough. */
export function findStep(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: twoFactorLimits.drift })
  return delta === null ? undefined : Math.floor(now / twoFactorLimits.stepMs) + delta
}

/** What an authenticator scans, as the address of an SVG image. A colon would end the issuer's name too early. */
export async function qrCodeUrl(secret: string, issuer: string, account: string): Promise<string> {
  const address = totpOf(secret, { issuer: issuer.replaceAll(':', ' '), account }).toString()
  const svg = await toQrCode(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
