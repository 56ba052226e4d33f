// How a receiver finds out that a letter is really from here, as the documentation shows it. A test runs it on a real letter.

export const letterCheck = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** body: the very bytes that came, as text, before anything parsed them. */
export function isFromThem({ headers, body, secret }) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) < 5 * 60
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  const isSigned = (headers['webhook-signature'] ?? '').split(' ').some((part) => {
    const given = Buffer.from(part.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isRecent && isSigned
}
`

export const letterCheckInPython = `import base64, hashlib, hmac, time

# body: the very bytes that came, before anything parsed them.
def is_from_them(headers, body, secret):
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split(" ")
    is_recent = abs(time.time() - int(timestamp)) < 5 * 60
    return is_recent and any(hmac.compare_digest(part, expected) for part in given)
`
