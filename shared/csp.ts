/**
 * What a page of ours may load and do. `filesOrigin` is where browsers post uploads and fetch downloads; `styleNonce`
 * is the page's own (without one, inline styles are let in, because the widget library writes its variables so).
 */
export function contentSecurityPolicy(options: {
  filesOrigin: string
  styleNonce?: string
  isSecure?: boolean
  /** Lets the captcha service in: its script, its frame, and what the script asks. */
  hasCaptcha?: boolean
}): string {
  const { filesOrigin, styleNonce, isSecure = true, hasCaptcha = false } = options
  const captcha = hasCaptcha ? ' https://www.google.com/recaptcha/' : ''
  const rules = [
    "default-src 'none'",
    `script-src 'self'${captcha && `${captcha} https://www.gstatic.com/recaptcha/`}`,
    `style-src 'self' ${styleNonce ? `'nonce-${styleNonce}'` : "'unsafe-inline'"}`,
    `img-src 'self' data: blob: ${filesOrigin}`,
    "font-src 'self'",
    `connect-src 'self' ${filesOrigin}${captcha}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    // The one frame of ours: a tenant's own code, on a page that has no origin.
    `frame-src 'self'${captcha && `${captcha} https://recaptcha.google.com/recaptcha/`}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ]
  return rules.join('; ')
}
