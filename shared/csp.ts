/**
 * What a page of ours may load and do. `filesOrigin` is where browsers post uploads and fetch downloads. Inline styles are let in,
 * because the widget library writes its variables so.
 */
export function contentSecurityPolicy(options: {
  filesOrigin: string
  /** SHA-256, in base64, of the one script that stands in the page itself. */
  scriptHash?: string
  isSecure?: boolean
  /** Lets the captcha service in: its script, its frame, and what the script asks. */
  hasCaptcha?: boolean
  /** Lets the maps in: their script, what it asks, and their pictures, fonts and styles. */
  hasMaps?: boolean
  /** Lets the payment provider in: its script, its frames, and what the script asks. */
  hasPayments?: boolean
  /** Who may show the page within theirs: origins. Nobody, where there are none. */
  frameAncestors?: readonly string[]
}): string {
  const { filesOrigin, scriptHash, isSecure = true } = options
  const { hasCaptcha = false, hasMaps = false, hasPayments = false, frameAncestors = [] } = options
  const captcha = hasCaptcha ? ' https://www.google.com/recaptcha/' : ''
  const maps = (hosts: string) => (hasMaps ? ` ${hosts}` : '')
  const payments = (hosts: string) => (hasPayments ? ` ${hosts}` : '')
  const rules = [
    "default-src 'none'",
    `script-src 'self'${scriptHash ? ` 'sha256-${scriptHash}'` : ''}${captcha && `${captcha} https://www.gstatic.com/recaptcha/`}${maps('https://maps.googleapis.com')}${payments('https://js.stripe.com https://*.js.stripe.com')}`,
    `style-src 'self' 'unsafe-inline'${maps('https://fonts.googleapis.com')}`,
    `img-src 'self' data: blob: ${filesOrigin}${maps('https://*.googleapis.com https://*.gstatic.com')}`,
    `font-src 'self'${maps('https://fonts.gstatic.com')}`,
    `connect-src 'self' ${filesOrigin}${captcha}${maps('https://*.googleapis.com https://*.gstatic.com')}${payments('https://api.stripe.com')}`,
    "manifest-src 'self'",
    `worker-src 'self'${maps('blob:')}`,
    // The one frame of ours: a tenant's own code, on a page that has no origin.
    `frame-src 'self'${captcha && `${captcha} https://recaptcha.google.com/recaptcha/`}${payments('https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com')}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.join(' ') || "'none'"}`,
    "object-src 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ]
  return rules.join('; ')
}
