const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** A refusal in S3's own words: code, status and sentence are what the real service answers. */
export class FilesError extends Error {
  readonly code: string
  readonly status: number
  readonly details: Record<string, string | number>

  constructor(code: string, status: number, message: string, details: Record<string, string | number> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
  }

  toXml(resource: string, requestId: string): string {
    const facts = { Code: this.code, Message: this.message, ...this.details, Resource: resource, RequestId: requestId }
    const tags = Object.entries(facts).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${tags.join('')}</Error>`
  }
}

export const notImplemented = (what: string) =>
  new FilesError(
    'NotImplemented',
    501,
    `The local file store does not do this: ${what}. The platform does not use it either.`,
  )
export const accessDenied = (message: string) => new FilesError('AccessDenied', 403, message)
export const refusedByPolicy = (reason: string) => accessDenied(`Invalid according to Policy: ${reason}`)
export const badSignature = () =>
  new FilesError(
    'SignatureDoesNotMatch',
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  )
export const tooLarge = (size: number, max: number) =>
  new FilesError('EntityTooLarge', 400, 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: size,
    MaxSizeAllowed: max,
  })
export const internalError = () =>
  new FilesError('InternalError', 500, 'We encountered an internal error. Please try again.')
