import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '#shared/csp.ts'

const policy = (hasPayments: boolean) => contentSecurityPolicy({ filesOrigin: 'https://files.example', hasPayments })
const rule = (text: string, name: string) => text.split('; ').find((each) => each.startsWith(`${name} `)) ?? ''

describe('the policy of the page', () => {
  it('lets the payment provider in where one is configured, and nowhere else', () => {
    expect(policy(false)).not.toContain('stripe')
    const open = policy(true)
    expect(rule(open, 'script-src')).toContain('https://js.stripe.com')
    expect(rule(open, 'frame-src')).toContain('https://hooks.stripe.com')
    expect(rule(open, 'connect-src')).toContain('https://api.stripe.com')
    for (const name of ['style-src', 'img-src', 'form-action', 'default-src', 'object-src'])
      expect(rule(open, name)).not.toContain('stripe')
  })

  it('WID-070 lets maps in where a key is set, and nowhere else, and never runs text as code', () => {
    const without = contentSecurityPolicy({ filesOrigin: 'https://files.example' })
    expect(without).not.toMatch(/google|gstatic/)
    const open = contentSecurityPolicy({ filesOrigin: 'https://files.example', hasMaps: true })
    expect(rule(open, 'script-src')).toBe("script-src 'self' https://maps.googleapis.com")
    expect(rule(open, 'img-src')).toContain('https://*.gstatic.com')
    expect(rule(open, 'connect-src')).toContain('https://*.googleapis.com')
    for (const name of ['frame-src', 'form-action', 'default-src', 'object-src'])
      expect(rule(open, name)).not.toContain('google')
    expect(open).not.toContain('unsafe-eval')
  })
})
