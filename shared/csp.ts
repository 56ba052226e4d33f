/**
 * What a page of ours may load and do. `filesOrigin` is where browsers post uploads and fetch downloads; `styleNonce`
 * is the page's own (without one, inline styles are let in, because the widget library writes its variables so).
 */
export function contentSecurityPolicy(options: {
  filesOrigin: string
  styleNonce?: string
  isSecure?: boolean
}): string {
  const { filesOrigin, styleNonce, isSecure = true } = options
  const rules = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styleNonce ? `'nonce-${styleNonce}'` : "'unsafe-inline'"}`,
    `img-src 'self' data: blob: ${filesOrigin}`,
    "font-src 'self'",
    `connect-src 'self' ${filesOrigin}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ]
  return rules.join('; ')
}
